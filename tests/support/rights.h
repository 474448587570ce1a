// SPDX-License-Identifier: Apache-2.0
#pragma once
// Simulates system failures during a scope.

#include <sys/resource.h>
#include <unistd.h>
#include <csignal>

namespace navnet {

/// Limits file size to `bytes` during its lifetime, to simulate a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    rlimit limit = old_limit_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int) = SIG_DFL;
};

/// Drops superuser privileges during its lifetime, so that file permissions take effect.
class NotSuperuser {
 public:
  NotSuperuser() {
    if (geteuid() == 0) changed_ = seteuid(65534) == 0;
  }
  ~NotSuperuser() {
    if (changed_ && seteuid(0) != 0) _exit(1);
  }
  NotSuperuser(const NotSuperuser&) = delete;
  NotSuperuser& operator=(const NotSuperuser&) = delete;

 private:
  bool changed_ = false;
};

}  // namespace navnet
