// SPDX-License-Identifier: Apache-2.0
// Parts that fail in every possible way, to test the driver.

#include "attack/attack_part.h"

#include <signal.h>
#include <unistd.h>
#include <array>
#include <cstdlib>
#include <string>

namespace navnet::attack {
namespace {

void Work(Case& now) {
  now.tally["things"] += 2;
  now.tally["numbers"] += int64_t(now.random() % 1000);
}

void Throw(Case& now) {
  Work(now);
  if (now.number == 2) throw Failure("case two\nis wrong");
}

void Crash(Case& now) {
  if (now.number == 1) raise(SIGSEGV);
  Work(now);
}

void Hang(Case& now) {
  while (now.number == 0) pause();
  Work(now);
}

void Exit(Case& now) {
  if (now.number == 3) std::_Exit(0);
  Work(now);
}

constexpr std::array kParts = {
    Part{"good", "nothing fails", 1, 4, 60, Work},
    Part{"throws", "a case is wrong", 1, 4, 60, Throw},
    Part{"crashes", "a case crashes", 1, 4, 60, Crash},
    Part{"hangs", "a case does not end", 1, 4, 1, Hang},
    Part{"exits", "a case ends the process", 1, 4, 60, Exit},
};

}  // namespace

std::span<const Part> Parts() { return kParts; }

}  // namespace navnet::attack
