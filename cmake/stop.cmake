# SPDX-License-Identifier: Apache-2.0
# Ends a build step with a sentence: cmake -DWHY=… -P stop.cmake
message(FATAL_ERROR "${WHY}")
