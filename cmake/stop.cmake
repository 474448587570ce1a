# SPDX-License-Identifier: Apache-2.0
# Fails a build step with a message: cmake -DWHY=… -P stop.cmake
message(FATAL_ERROR "${WHY}")
