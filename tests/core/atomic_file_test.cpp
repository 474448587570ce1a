// SPDX-License-Identifier: Apache-2.0
#include <navnet/internal/core/atomic_file.h>

#include "support/odd_files.h"
#include "support/rights.h"
#include "support/temp_folder.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace navnet {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// Writes `bytes` to `target` and commits.
Result<uint64_t> Replace(const fs::path& target, const std::string& bytes) {
  Result<AtomicFile> file = AtomicFile::Create(target);
  if (!file) return file.error();
  WriteBytes(file->temporary(), bytes);
  return file->Commit();
}

// The error of writing to `target`; expects that it names the target.
Error Refusal(const fs::path& target) {
  const Result<AtomicFile> file = AtomicFile::Create(target);
  EXPECT_FALSE(file) << target;
  if (file) return {};
  EXPECT_NE(file.error().message.find(target.string()), std::string::npos) << file.error().message;
  return file.error();
}

TEST(AtomicFile, MakesANewFile) {
  const TempFolder folder;
  const Result<uint64_t> size = Replace(folder / "net", "12345");
  ASSERT_TRUE(size) << size.error().message;
  EXPECT_EQ(*size, 5u);
  EXPECT_EQ(ReadBytes(folder / "net"), "12345");
  EXPECT_EQ(folder.Names(), Names{"net"});
}

TEST(AtomicFile, ReplacesAnOldFile) {
  const TempFolder folder;
  folder.Write("net", "a much longer old content");
  ASSERT_TRUE(Replace(folder / "net", "new"));
  EXPECT_EQ(ReadBytes(folder / "net"), "new");
  EXPECT_EQ(folder.Names(), Names{"net"});
}

TEST(AtomicFile, LeavesTheOldFileUntilItIsCommitted) {
  const TempFolder folder;
  folder.Write("net", "old");
  Result<AtomicFile> file = AtomicFile::Create(folder / "net");
  ASSERT_TRUE(file) << file.error().message;
  WriteBytes(file->temporary(), "new");
  EXPECT_EQ(ReadBytes(folder / "net"), "old");
  ASSERT_TRUE(file->Commit());
  EXPECT_EQ(ReadBytes(folder / "net"), "new");
}

TEST(AtomicFile, OpensItsTemporaryFileWithoutCreatingItAgain) {
  const TempFolder folder;
  Result<AtomicFile> file = AtomicFile::Create(folder / "net");
  ASSERT_TRUE(file) << file.error().message;
  file->Stream() << "12345";
  EXPECT_EQ(ReadBytes(file->temporary()), "12345");
  fs::remove(file->temporary());
  EXPECT_FALSE(file->Stream().is_open());
  EXPECT_EQ(folder.Names(), Names{});
}

// In a separate process, because no file can be written afterwards.
TEST(AtomicFile, EndsAllFilesUnderConstruction) {
  const TempFolder folder;
  folder.Write("old", "old");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const Result<AtomicFile> fresh = AtomicFile::Create(folder / "fresh"), old = AtomicFile::Create(folder / "old");
    const bool is_done = Replace(folder / "done", "whole").ok();
    if (fresh && old) fresh->Stream() << "half";
    const bool were_there = is_done && folder.Names().size() == 4;
    AtomicFile::EndAll();
    _exit(were_there ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.Names(), (Names{"done", "old"}));
  EXPECT_EQ(ReadBytes(folder / "done"), "whole");
  EXPECT_EQ(ReadBytes(folder / "old"), "old");
}

TEST(AtomicFile, LeavesNothingBehindWithoutACommit) {
  const TempFolder folder;
  folder.Write("net", "old");
  for (const char* name : {"net", "other"}) {
    Result<AtomicFile> file = AtomicFile::Create(folder / name);
    ASSERT_TRUE(file) << file.error().message;
    WriteBytes(file->temporary(), "half of the new cont");
  }
  EXPECT_EQ(ReadBytes(folder / "net"), "old");
  EXPECT_EQ(folder.Names(), Names{"net"});
}

TEST(AtomicFile, WritesInTheTargetsFolder) {
  const TempFolder folder;
  const Result<AtomicFile> file = AtomicFile::Create(folder / "net");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->temporary().parent_path(), folder.path());
  EXPECT_EQ(fs::file_size(file->temporary()), 0u);
}

TEST(AtomicFile, GivesTwoWritersOfOneFileDifferentTemporaries) {
  const TempFolder folder;
  Result<AtomicFile> first = AtomicFile::Create(folder / "net"), second = AtomicFile::Create(folder / "net");
  ASSERT_TRUE(first && second);
  ASSERT_NE(first->temporary(), second->temporary());
  WriteBytes(first->temporary(), "first");
  WriteBytes(second->temporary(), "second");
  ASSERT_TRUE(first->Commit());
  EXPECT_EQ(ReadBytes(folder / "net"), "first");
  ASSERT_TRUE(second->Commit());
  EXPECT_EQ(ReadBytes(folder / "net"), "second");
}

TEST(AtomicFile, RefusesADirectory) {
  const TempFolder folder;
  fs::create_directory(folder / "net");
  for (const fs::path& target : {folder / "net", folder / "net/"}) {
    const Error error = Refusal(target);
    EXPECT_EQ(error.code, ErrorCode::WriteFailed);
    EXPECT_NE(error.message.find("directory"), std::string::npos) << error.message;
  }
  EXPECT_TRUE(fs::is_empty(folder / "net"));
}

TEST(AtomicFile, RefusesAMissingFolder) {
  const TempFolder folder;
  EXPECT_EQ(Refusal(folder / "nowhere" / "net").code, ErrorCode::WriteFailed);
  EXPECT_EQ(folder.Names(), Names{});
}

TEST(AtomicFile, RefusesAFolderThatIsAFile) {
  const TempFolder folder;
  folder.Write("file", "content");
  EXPECT_EQ(Refusal(folder / "file" / "net").code, ErrorCode::WriteFailed);
  EXPECT_EQ(ReadBytes(folder / "file"), "content");
}

TEST(AtomicFile, RefusesAFolderWithoutTheRightToWrite) {
  const TempFolder folder;
  fs::permissions(folder.path(), fs::perms(0555));
  {
    const NotSuperuser nobody;
    EXPECT_EQ(Refusal(folder / "net").code, ErrorCode::WriteFailed);
  }
  fs::permissions(folder.path(), fs::perms(0755));
  EXPECT_EQ(folder.Names(), Names{});
}

TEST(AtomicFile, RefusesAnEmptyName) {
  const Result<AtomicFile> file = AtomicFile::Create("");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::InvalidArgument);
}

TEST(AtomicFile, RefusesADeviceAndLeavesItInPlace) {
  EXPECT_EQ(Refusal("/dev/null").code, ErrorCode::WriteFailed);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(AtomicFile, RefusesALinkToADevice) {
  const TempFolder folder;
  fs::create_symlink("/dev/null", folder / "net");
  EXPECT_EQ(Refusal(folder / "net").code, ErrorCode::WriteFailed);
  EXPECT_TRUE(fs::is_symlink(folder / "net"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(AtomicFile, RefusesAPipeAndLeavesItInPlace) {
  const TempFolder folder;
  MakePipe(folder / "net");
  EXPECT_EQ(Refusal(folder / "net").code, ErrorCode::WriteFailed);
  EXPECT_TRUE(fs::is_fifo(folder / "net"));
  EXPECT_EQ(folder.Names(), Names{"net"});
}

TEST(AtomicFile, NamesTheKindOfATargetThatIsNoRegularFile) {
  const TempFolder folder;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  // The last is /dev/stdout in a shell pipe: a link to a file without a name.
  const std::pair<fs::path, const char*> cases[] = {{"/dev/null", "a device"},
                                                    {MakePipe(folder / "pipe"), "a pipe"},
                                                    {MakeSocket(folder / "s"), "a socket"},
                                                    {"/dev/fd/" + std::to_string(ends[1]), "a pipe"}};
  for (const auto& [target, kind] : cases) {
    EXPECT_EQ(Refusal(target).message,
              target.string() + ": cannot write: it is " + kind + ", not a regular file; name another file");
  }
  close(ends[0]);
  close(ends[1]);
}

TEST(AtomicFile, ReplacesTheFileALinkPointsTo) {
  const TempFolder folder;
  fs::create_directory(folder / "elsewhere");
  WriteBytes(folder / "elsewhere/real", "old");
  fs::create_symlink("elsewhere/real", folder / "link");
  fs::create_symlink("link", folder / "net");
  ASSERT_TRUE(Replace(folder / "net", "new"));
  EXPECT_TRUE(fs::is_symlink(folder / "net"));
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_FALSE(fs::is_symlink(folder / "elsewhere/real"));
  EXPECT_EQ(ReadBytes(folder / "elsewhere/real"), "new");
  EXPECT_EQ(folder.Names(), (Names{"elsewhere", "link", "net"}));
}

TEST(AtomicFile, MakesTheFileALinkPointsToWhenItIsMissing) {
  const TempFolder folder;
  fs::create_symlink("real", folder / "net");
  ASSERT_TRUE(Replace(folder / "net", "new"));
  EXPECT_TRUE(fs::is_symlink(folder / "net"));
  EXPECT_EQ(ReadBytes(folder / "real"), "new");
}

TEST(AtomicFile, RefusesALinkThatPointsInACircle) {
  const TempFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  EXPECT_EQ(Refusal(folder / "a").code, ErrorCode::WriteFailed);
  EXPECT_EQ(folder.Names(), (Names{"a", "b"}));
}

TEST(AtomicFile, CreatesFilesWithTheUsualPermissions) {
  const TempFolder folder;
  for (mode_t mask : {0022, 0077, 0002}) {
    const mode_t old_mask = umask(mask);
    const fs::path file = folder / std::to_string(mask);
    const Result<uint64_t> size = Replace(file, "x");
    EXPECT_EQ(umask(old_mask), mask);
    ASSERT_TRUE(size) << size.error().message;
    EXPECT_EQ(mode_t(fs::status(file).permissions()), 0666 & ~mask);
  }
}

TEST(AtomicFile, KeepsThePermissionsOfTheFileItReplaces) {
  const TempFolder folder;
  const fs::path file = folder.Write("net", "old");
  fs::permissions(file, fs::perms(0600));
  const Result<uint64_t> size = Replace(file, "x");
  ASSERT_TRUE(size) << size.error().message;
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0600));
}

TEST(AtomicFile, AcceptsTheLongestFileName) {
  const TempFolder folder;
  const std::string name(255, 'n');
  const Result<uint64_t> size = Replace(folder / name, "x");
  ASSERT_TRUE(size) << size.error().message;
  EXPECT_EQ(folder.Names(), Names{name});
}

TEST(AtomicFile, CommitsAfterAMove) {
  const TempFolder folder;
  Result<AtomicFile> file = AtomicFile::Create(folder / "net");
  ASSERT_TRUE(file);
  {
    AtomicFile moved(*std::move(file));
    WriteBytes(moved.temporary(), "new");
    ASSERT_TRUE(moved.Commit());
  }
  EXPECT_EQ(ReadBytes(folder / "net"), "new");
  EXPECT_EQ(folder.Names(), Names{"net"});
}

TEST(AtomicFile, KeepsTheTemporaryWhenTheMovedFromObjectEnds) {
  const TempFolder folder;
  std::optional<AtomicFile> moved;
  {
    Result<AtomicFile> file = AtomicFile::Create(folder / "net");
    ASSERT_TRUE(file);
    moved.emplace(*std::move(file));
  }
  EXPECT_TRUE(fs::exists(moved->temporary()));
  moved.reset();
  EXPECT_EQ(folder.Names(), Names{});
}

TEST(AtomicFile, ReportsAMissingTemporary) {
  const TempFolder folder;
  folder.Write("net", "old");
  Result<AtomicFile> file = AtomicFile::Create(folder / "net");
  ASSERT_TRUE(file);
  fs::remove(file->temporary());
  const Result<uint64_t> size = file->Commit();
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().code, ErrorCode::WriteFailed);
  EXPECT_EQ(ReadBytes(folder / "net"), "old");
}

}  // namespace
}  // namespace navnet
