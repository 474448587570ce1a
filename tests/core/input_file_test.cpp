// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/core/input_file.h>

#include "support/odd_files.h"
#include "support/rights.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

namespace navnet {
namespace {

namespace fs = std::filesystem;

Error Refusal(const fs::path& file) {
  const Result<InputFile> opened = InputFile::Open(file);
  EXPECT_FALSE(opened) << file;
  return opened ? Error{} : opened.error();
}

TEST(InputFile, ReadsARegularFile) {
  const TempFolder folder;
  folder.Write("file", "12345");
  Result<InputFile> file = InputFile::Open(folder / "file");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->size(), 5u);
  std::string first(2, '\0'), rest(3, '\0');
  ASSERT_TRUE(file->Read(first.data(), first.size()));
  ASSERT_TRUE(file->Read(rest.data(), rest.size()));
  EXPECT_EQ(first + rest, "12345");
  EXPECT_EQ(*ReadWholeFile(folder / "file"), "12345");
}

TEST(InputFile, ReadsAnEmptyFile) {
  const TempFolder folder;
  folder.Write("file", "");
  const Result<std::string> bytes = ReadWholeFile(folder / "file");
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_EQ(*bytes, "");
}

TEST(InputFile, FollowsLinksAndDescriptors) {
  const TempFolder folder;
  folder.Write("file", "12345");
  fs::create_symlink("file", folder / "link");
  fs::create_symlink("link", folder / "link to link");
  EXPECT_EQ(*ReadWholeFile(folder / "link to link"), "12345");
  // The descriptor of /dev/stdin < file in a shell.
  const Result<InputFile> opened = InputFile::Open(folder / "file");
  ASSERT_TRUE(opened);
  EXPECT_EQ(*ReadWholeFile("/dev/fd/" + std::to_string(opened->descriptor())), "12345");
}

TEST(InputFile, ReportsAMissingFile) {
  const TempFolder folder;
  fs::create_symlink("nothing", folder / "dangling");
  for (const fs::path& file : {folder / "nothing", folder / "dangling", folder / "nowhere/file"}) {
    const Error error = Refusal(file);
    EXPECT_EQ(error.code, ErrorCode::NotFound);
    EXPECT_EQ(error.message, "no such file");
  }
}

TEST(InputFile, RefusesNonRegularFilesAtOnce) {
  const TempFolder folder;
  fs::create_directory(folder / "directory");
  fs::create_symlink(MakePipe(folder / "pipe"), folder / "link");
  const std::pair<fs::path, const char*> cases[] = {
      {folder / "directory", "is a directory, not a regular file"},
      {folder / "pipe", "is a pipe, not a regular file; copy what it gives to a file first"},
      {folder / "link", "is a pipe, not a regular file; copy what it gives to a file first"},
      {MakeSocket(folder / "s"), "is a socket, not a regular file; copy what it gives to a file first"},
      {"/dev/null", "is a device, not a regular file; copy what it gives to a file first"},
      {"/dev/zero", "is a device, not a regular file; copy what it gives to a file first"},
  };
  for (const auto& [file, why] : cases) {
    const Error error = Refusal(file);
    EXPECT_EQ(error.code, ErrorCode::Unreadable) << file;
    EXPECT_EQ(error.message, why) << file;
    EXPECT_EQ(ReadWholeFile(file).error().message, why) << file;
  }
}

TEST(InputFile, RefusesAFileWithoutTheRightToReadIt) {
  const TempFolder folder;
  folder.Write("file", "12345");
  fs::permissions(folder / "file", fs::perms::none);
  const NotSuperuser nobody;
  const Error error = Refusal(folder / "file");
  EXPECT_EQ(error.code, ErrorCode::Unreadable);
  EXPECT_EQ(error.message, "Permission denied");
}

TEST(InputFile, ReportsThatTheFileBecameShorter) {
  const TempFolder folder;
  folder.Write("file", "12345");
  Result<InputFile> file = InputFile::Open(folder / "file");
  ASSERT_TRUE(file);
  fs::resize_file(folder / "file", 3);
  std::string bytes(file->size(), '\0');
  const Status read = file->Read(bytes.data(), bytes.size());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::Unreadable);
  EXPECT_EQ(read.error().message, "became shorter while it was read");
}

TEST(InputFile, IgnoresThatTheFileBecameLonger) {
  const TempFolder folder;
  folder.Write("file", "12345");
  Result<InputFile> file = InputFile::Open(folder / "file");
  ASSERT_TRUE(file);
  folder.Write("file", "12345678");
  std::string bytes(file->size(), '\0');
  ASSERT_TRUE(file->Read(bytes.data(), bytes.size()));
  EXPECT_EQ(bytes, "12345");
}

TEST(InputFile, NamesTheFileInAnError) {
  const Error error = AboutFile("folder/file", {ErrorCode::NotFound, "no such file"});
  EXPECT_EQ(error.code, ErrorCode::NotFound);
  EXPECT_EQ(error.message, "folder/file: no such file");
}

}  // namespace
}  // namespace navnet
