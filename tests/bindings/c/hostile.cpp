// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/hostile.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace navnet {

HostileCall::Values HostileCall::GoodValues() const {
  Values out;
  for (const AnyArgument& each : arguments) out.push_back(each.good);
  return out;
}

void Hostile::MixArguments(uint64_t seed, int calls) {
  random_.seed(seed);
  mixed_calls_ = calls;
}

void Hostile::Check(const HostileCall& call) {
  checked_.insert(call.name);
  if (destroyed_) {
    if (std::ranges::any_of(call.arguments, &AnyArgument::is_handle)) {
      EXPECT_EQ(call(call.GoodValues()), NAVNET_ERROR_BAD_HANDLE) << call.name;
    }
    return;
  }
  if (mixed_calls_ > 0) return Mix(call);
  EXPECT_EQ(call(call.GoodValues()), NAVNET_OK) << call.name << ": " << navnet_last_error_message();
  CheckEach(call);
}

void Hostile::CheckCopy(HostileCall call, size_t element_bytes) {
  Check(call);
  if (destroyed_ || mixed_calls_ > 0) return;
  HostileCall::Values values = call.GoodValues();
  PassedValue &out = values[values.size() - 3], &capacity = values[values.size() - 2], &required = values.back();
  size_t& count = *required.As<size_t*>();
  count = 0;
  EXPECT_EQ(call(values), NAVNET_OK) << call.name;
  ASSERT_GT(count, 0u) << call.name << ": the table is empty";
  constexpr unsigned char kUntouched = 0xA5;
  const size_t all = count;
  std::vector<unsigned char> bytes((all + 1) * element_bytes, kUntouched);
  out = PassedValue(bytes.data());
  capacity = PassedValue(all - 1);
  count = 0;
  EXPECT_EQ(call(values), NAVNET_ERROR_BUFFER_TOO_SMALL) << call.name;
  EXPECT_EQ(count, all) << call.name;
  for (const unsigned char byte : bytes) ASSERT_EQ(byte, kUntouched) << call.name;
  capacity = PassedValue(all);
  required = PassedValue(static_cast<size_t*>(nullptr));
  EXPECT_EQ(call(values), NAVNET_OK) << call.name;
  for (size_t i = all * element_bytes; i < bytes.size(); ++i) ASSERT_EQ(bytes[i], kUntouched) << call.name;
}

void Hostile::CheckDestroy(const HostileCall& call) {
  checked_.insert(call.name);
  const AnyArgument& handle = call.arguments[0];
  EXPECT_EQ(call({PassedValue(uint64_t{0})}), NAVNET_OK) << call.name;
  for (const AnyArgument::Bad& bad : handle.bad) EXPECT_EQ(call({bad.value}), bad.status) << call.name;
  EXPECT_EQ(call({handle.good}), NAVNET_OK) << call.name << ": " << navnet_last_error_message();
  EXPECT_EQ(call({handle.good}), NAVNET_ERROR_BAD_HANDLE) << call.name;
}

void Hostile::CheckEach(const HostileCall& call) {
  for (size_t argument = 0; argument < call.arguments.size(); ++argument) {
    const std::vector<AnyArgument::Bad>& bad = call.arguments[argument].bad;
    for (size_t i = 0; i < bad.size(); ++i) {
      HostileCall::Values values = call.GoodValues();
      values[argument] = bad[i].value;
      const navnet_status status = call(values);
      const std::string where = std::string(call.name) + ", argument " + std::to_string(argument) + ", bad value " +
                                std::to_string(i) + ": " + navnet_last_error_message();
      CheckStatus(call.name, status, where);
      if (bad[i].status) {
        EXPECT_EQ(status, *bad[i].status) << where;
      }
    }
  }
}

void Hostile::Mix(const HostileCall& call) {
  for (int i = 0; i < mixed_calls_; ++i) {
    HostileCall::Values mixture;
    for (const AnyArgument& argument : call.arguments) mixture.push_back(AnyOf(argument));
    const navnet_status status = call(mixture);
    ++mixed_call_count_;
    CheckStatus(call.name, status, std::string(call.name) + ": " + navnet_last_error_message());
  }
}

void Hostile::CheckStatus(const char* name, navnet_status status, const std::string& where) {
  EXPECT_GE(status, NAVNET_OK);
  EXPECT_LE(status, NAVNET_ERROR_BUSY);
  EXPECT_NE(status, NAVNET_ERROR_INTERNAL) << where;
  if (status == NAVNET_OK) return;
  EXPECT_EQ(std::string(navnet_last_error_message()).rfind(std::string(name) + ": ", 0), 0u) << where;
}

PassedValue Hostile::AnyOf(const AnyArgument& argument) {
  if (argument.bad.empty() || random_() % 4 != 0) return argument.good;
  return argument.bad[size_t(random_() % argument.bad.size())].value;
}

}  // namespace navnet
