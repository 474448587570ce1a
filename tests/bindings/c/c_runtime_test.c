/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime library alone: it loads nets and finds paths; baking is unsupported. */
#include "bindings/c/check.h"

int failures = 0;

int main(int argc, char** argv) {
  CHECK(argc == 2 && navnet_can_bake() == 0);
  navnet_net net = {0};
  navnet_navigator navigator = {0};
  navnet_context context = {0};
  navnet_path path = {0};
  CHECK_OK(navnet_net_load(argc == 2 ? argv[1] : "", NAVNET_NET_LOADING_MAP, &net));
  CHECK_OK(navnet_navigator_create(net, &navigator));
  CHECK_OK(navnet_net_destroy(net));
  CHECK_OK(navnet_context_create(&context));
  CHECK_OK(navnet_path_create(&path));
  navnet_flight_query query;
  CHECK_OK(navnet_flight_query_default(&query, sizeof query));
  navnet_bool found[2] = {0, 0};
  CHECK_OK(navnet_navigator_random_free(navigator, 1, 0, &found[0], &query.start));
  CHECK_OK(navnet_navigator_random_free(navigator, 2, 0, &found[1], &query.goal));
  navnet_path_info info = {0};
  CHECK_OK(navnet_navigator_find_flight(navigator, &query, context, path, &info, sizeof info));
  CHECK(found[0] && found[1] && info.status == NAVNET_PATH_STATUS_COMPLETE && info.point_count >= 2);
  CHECK_OK(navnet_path_destroy(path));
  CHECK_OK(navnet_context_destroy(context));
  CHECK_OK(navnet_navigator_destroy(navigator));
  CHECK(navnet_object_count() == 0);
  if (failures == 0) puts("all passed");
  return failures == 0 ? 0 : 1;
}
