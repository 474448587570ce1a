// SPDX-License-Identifier: Apache-2.0
#ifndef NAVNET_TESTS_C_CHECK_H
#define NAVNET_TESTS_C_CHECK_H
/* A minimal test harness for C11: failures are printed and counted; main returns whether there were any. */

#include <navnet/navnet.h>

#include <stdio.h>

extern int failures;

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                             \
    }                                                                         \
  } while (0)

#define CHECK_STATUS(expected, call)                                                                      \
  do {                                                                                                    \
    const navnet_status status_ = (call);                                                                 \
    if (status_ != (expected)) {                                                                          \
      fprintf(stderr, "%s:%d: %s gave %s (%s)\n", __FILE__, __LINE__, #call, navnet_status_name(status_), \
              navnet_last_error_message());                                                               \
      ++failures;                                                                                         \
    }                                                                                                     \
  } while (0)

#define CHECK_OK(call) CHECK_STATUS(NAVNET_OK, call)

/* Copies a table of at most 4096 elements into `out`, and checks the query for its size. */
#define CHECK_COPY(count, out, function, ...)                                                                \
  do {                                                                                                       \
    CHECK_OK(function(__VA_ARGS__, NULL, 0, &count));                                                        \
    CHECK(count <= sizeof(out) / sizeof(out)[0]);                                                            \
    if (count > 0) CHECK_STATUS(NAVNET_ERROR_BUFFER_TOO_SMALL, function(__VA_ARGS__, out, count - 1, NULL)); \
    CHECK_OK(function(__VA_ARGS__, out, sizeof(out) / sizeof(out)[0], NULL));                                \
  } while (0)

/* The world of these tests: a hall of 20 m × 20 m × 6 m with a wall across it, which has a doorway of 2 m. */
navnet_world make_hall(void);
navnet_net bake_hall(void);

void test_basics(void);
void test_net(navnet_net net);
void test_paths(navnet_net net);
void test_journeys(navnet_net net);
void test_repair(navnet_net net);
void test_agents(navnet_net net);
void test_gates(void);
void test_rooms(void);
void test_motion(void);
void test_bake(void);
void test_live(void);
void test_explored(void);

#endif
