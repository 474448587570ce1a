// SPDX-License-Identifier: Apache-2.0
// Import of meshes: what each format preserves, and which files are refused.

#include <navnet/voxel/world.h>

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <cstring>
#include <fstream>

namespace navnet {
namespace {

template <class T>
std::string Raw(std::initializer_list<T> values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

std::string Base64(const std::string& bytes) {
  constexpr const char* kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (size_t k = 0; k < 3; ++k) group = group << 8 | (i + k < bytes.size() ? uint8_t(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kAlphabet[group >> (18 - 6 * k) & 63];
  }
  return text;
}

const char* const kCubeObj =
    "mtllib missing.mtl\no cube\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "vn 0 0 1\nvt 0 0\nusemtl paint\n"
    "f 1/1/1 2/1/1 3/1/1 4/1/1\nf 5 6 7 8\nf 1//1 2//1 6//1 5//1\nf 2 3 7 6\nf 3 4 8 7\nf -5 -8 -4 -1\n";

/// A triangle (0,0,0) (1,0,0) (0,1,0), followed by its indices.
std::string TriangleBuffer() { return Raw<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}) + Raw<uint16_t>({0, 1, 2, 0}); }

/// A glTF with one mesh, instanced by `nodes`; the first node is the scene's root.
std::string GltfJson(const std::string& nodes, const std::string& buffer,
                     const std::string& primitive = R"({"attributes":{"POSITION":0},"indices":1})",
                     const std::string& more = "") {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" + nodes +
         R"(,"meshes":[{"primitives":[)" + primitive + R"(]}],"accessors":[)" +
         R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},)" +
         R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],)" +
         R"("bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],)" +
         R"("buffers":[{"byteLength":44)" + buffer + "}]" + more + "}";
}

std::string Embedded() { return R"(,"uri":"data:application/octet-stream;base64,)" + Base64(TriangleBuffer()) + "\""; }

std::string Glb(std::string json, const std::string& binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  return "glTF" + Raw<uint32_t>({2, uint32_t(12 + 8 + json.size() + 8 + binary.size()), uint32_t(json.size())}) +
         "JSON" + json + Raw<uint32_t>({uint32_t(binary.size()), 0x004E4942}) + binary;
}

std::string Collada(const std::string& asset, const std::string& nodes, const std::string& library_nodes = "",
                    const std::string& accessor_count = "3") {
  return R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>)" +
         asset + R"(</asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 100 0 0 0 0 200</float_array><technique_common>
<accessor source="#pa" count=")" +
         accessor_count + R"(" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries><library_nodes>)" +
         library_nodes + R"(</library_nodes>
<library_visual_scenes><visual_scene id="s">)" +
         nodes + R"(</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

constexpr const char* kCentimetresZUp = R"(<unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis>)";
constexpr const char* kShowGeometry = R"(<node id="n"><instance_geometry url="#g"/></node>)";

class ImportMeshTest : public testing::Test {
 protected:
  ImportMeshTest() {
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("navnet_mesh_" + std::to_string(getpid()) + "_" +
                                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  ~ImportMeshTest() override { std::filesystem::remove_all(folder_); }

  Result<World> Load(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return LoadWorld(folder_ / name);
  }

  TriangleMesh Mesh(const std::string& name, const std::string& bytes) const {
    Result<World> world = Load(name, bytes);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return world && world->mesh() ? *world->mesh() : TriangleMesh{};
  }

  std::string Refusal(const std::string& name, const std::string& bytes, ErrorCode code) const {
    const Result<World> world = Load(name, bytes);
    EXPECT_FALSE(world.ok());
    if (world) return {};
    EXPECT_EQ(ToString(world.error().code), ToString(code)) << world.error().message;
    EXPECT_EQ(world.error().message.find('\n'), std::string::npos);
    return world.error().message;
  }

  std::filesystem::path folder_;
};

/// Surface area, which does not depend on the triangulation.
double Area(const TriangleMesh& mesh) {
  double area = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]];
    area += Length(Cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a)) / 2;
  }
  return area;
}

void ExpectNear(Vec3 actual, Vec3 expected) {
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(actual[axis], expected[axis], 1e-5) << "axis " << axis;
}

using ImportObjTest = ImportMeshTest;

TEST_F(ImportObjTest, ReadsACubeOfQuadsWithoutItsMaterialFile) {
  const TriangleMesh mesh = Mesh("cube.obj", kCubeObj);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_EQ(mesh.vertices.size(), 8u);
  EXPECT_DOUBLE_EQ(Area(mesh), 6);
}

TEST_F(ImportObjTest, KeepsDoublePrecisionFarFromTheOrigin) {
  const TriangleMesh mesh = Mesh("a.obj", "v 5000000.125 0 0\nv 5000001 0 0\nv 5000000 1 0\nf 1 2 3\n");
  EXPECT_EQ(mesh.vertices[0].x, 5000000.125);
}

TEST_F(ImportObjTest, KeepsTheShapeOfAConcavePolygon) {
  const TriangleMesh mesh = Mesh("a.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n");
  EXPECT_EQ(mesh.triangles.size(), 3u);
  EXPECT_DOUBLE_EQ(Area(mesh), 10);
}

TEST_F(ImportObjTest, DropsNoTriangleOfASelfIntersectingPolygon) {
  EXPECT_EQ(Mesh("a.obj", "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\nv 1 3 0\nf 1 2 3 4 5\n").triangles.size(), 3u);
}

TEST_F(ImportObjTest, KeepsLinesAndPointsAsDegenerateTriangles) {
  const TriangleMesh mesh = Mesh("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\np 3\n");
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 1}, {1, 2, 2}, {2, 2, 2}}));
}

TEST_F(ImportObjTest, KeepsDegenerateFaces) {
  EXPECT_EQ(Mesh("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 1 2\n").triangles, (std::vector<Triangle>{{0, 0, 1}}));
}

TEST_F(ImportObjTest, UnderstandsContinuedLinesCommentsAndWindowsLineEnds) {
  const TriangleMesh mesh =
      Mesh("a.obj", "# c \\\r\nv 0 0 0 # x\r\nv 1 0 \\\r\n 0\r\nv 0 1 0\r\nf 1 2\\\r\n 3#end here\r\n");
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
}

TEST_F(ImportObjTest, RefusesNotANumber) {
  EXPECT_NE(Refusal("a.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", ErrorCode::BadFormat).find("vertex 0"),
            std::string::npos);
}

TEST_F(ImportObjTest, RefusesInfinity) {
  for (const char* number : {"inf", "-inf", "1e999"}) {
    Refusal("a.obj", std::string("v 0 0 ") + number + "\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", ErrorCode::BadFormat);
  }
}

TEST_F(ImportObjTest, NamesTheLineOfAnIndexOutOfRange) {
  EXPECT_NE(Refusal("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", ErrorCode::BadFormat).find("line 4: vertex 4"),
            std::string::npos);
  for (const char* index : {"0", "-4", "99999999999999999999", "x"}) {
    EXPECT_NE(
        Refusal("a.obj", std::string("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 ") + index, ErrorCode::BadFormat).find("line 4"),
        std::string::npos);
  }
}

TEST_F(ImportObjTest, NamesTheLineOfATruncatedVertex) {
  EXPECT_NE(Refusal("a.obj", "v 0 0 0\nv 1 0", ErrorCode::BadFormat).find("line 2"), std::string::npos);
}

TEST_F(ImportObjTest, SaysThatAFileWithoutFacesIsEmpty) {
  Refusal("a.obj", "v 0 0 0\nv 1 0 0\n", ErrorCode::EmptyWorld);
}

TEST_F(ImportObjTest, RefusesFreeFormSurfacesInsteadOfLeavingAHole) {
  EXPECT_NE(
      Refusal("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nsurf 0 1 0 1 1 2 3\n", ErrorCode::BadFormat).find("surf"),
      std::string::npos);
}

using ImportStlTest = ImportMeshTest;

const char* const kFacetText =
    " facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1e0 0 0\n   vertex 0 1 0\n  endloop\n endfacet\n";

std::string BinaryStl(uint32_t promised, int facets, const std::string& title = "made by a test") {
  std::string bytes = title;
  bytes.resize(80);
  bytes += Raw<uint32_t>({promised});
  for (int i = 0; i < facets; ++i) bytes += Raw<float>({0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0}) + Raw<uint16_t>({0});
  return bytes;
}

TEST_F(ImportStlTest, ReadsText) {
  const TriangleMesh mesh = Mesh("a.stl", std::string("solid a b\n") + kFacetText + kFacetText + "endsolid a b\n");
  EXPECT_EQ(mesh.triangles.size(), 2u);
  EXPECT_DOUBLE_EQ(Area(mesh), 1);
}

TEST_F(ImportStlTest, ReadsBinary) {
  const TriangleMesh mesh = Mesh("a.stl", BinaryStl(2, 2));
  EXPECT_EQ(mesh.triangles.size(), 2u);
  EXPECT_DOUBLE_EQ(Area(mesh), 1);
}

TEST_F(ImportStlTest, ReadsBinaryThatBeginsLikeText) {
  EXPECT_EQ(Mesh("a.stl", BinaryStl(2, 2, "solid lie")).triangles.size(), 2u);
}

TEST_F(ImportStlTest, RefusesTruncatedText) {
  EXPECT_NE(
      Refusal("a.stl", std::string("solid\n") + kFacetText + " facet normal 0 0", ErrorCode::BadFormat).find("line 9"),
      std::string::npos);
}

TEST_F(ImportStlTest, RefusesTruncatedBinary) {
  EXPECT_NE(Refusal("a.stl", BinaryStl(3, 2), ErrorCode::BadFormat).find("truncated"), std::string::npos);
  Refusal("a.stl", BinaryStl(0xFFFFFFFF, 2), ErrorCode::BadFormat);
}

TEST_F(ImportStlTest, SaysThatASolidWithoutFacetsIsEmpty) {
  Refusal("a.stl", "solid a\nendsolid a\n", ErrorCode::EmptyWorld);
  Refusal("a.stl", BinaryStl(0, 0), ErrorCode::EmptyWorld);
}

using ImportPlyTest = ImportMeshTest;

std::string PlyHeader(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\ncomment made by a test\n" + elements + "end_header\n";
}
const char* const kThreeVertices = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
const char* const kOneFace = "element face 1\nproperty list uchar int vertex_indices\n";

TEST_F(ImportPlyTest, ReadsText) {
  const TriangleMesh mesh =
      Mesh("a.ply", PlyHeader("ascii", std::string(kThreeVertices) + kOneFace) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_DOUBLE_EQ(Area(mesh), 0.5);
}

TEST_F(ImportPlyTest, ReadsBinaryOfEitherByteOrder) {
  const std::string little = Raw<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}) + '\3' + Raw<int32_t>({0, 1, 2});
  std::string big = little;
  for (size_t i = 0; i < 36; i += 4) std::reverse(big.begin() + i, big.begin() + i + 4);
  for (size_t i = 37; i < 49; i += 4) std::reverse(big.begin() + i, big.begin() + i + 4);
  const std::string elements = std::string(kThreeVertices) + kOneFace;
  EXPECT_DOUBLE_EQ(Area(Mesh("a.ply", PlyHeader("binary_little_endian", elements) + little)), 0.5);
  EXPECT_DOUBLE_EQ(Area(Mesh("b.ply", PlyHeader("binary_big_endian", elements) + big)), 0.5);
}

TEST_F(ImportPlyTest, SkipsUnknownPropertiesAndElements) {
  const std::string header =
      PlyHeader("ascii",
                "element note 1\nproperty list uchar float what\nelement vertex 3\nproperty uchar red\n"
                "property float x\nproperty float y\nproperty float z\n" +
                    std::string(kOneFace));
  EXPECT_DOUBLE_EQ(Area(Mesh("a.ply", header + "2 7 7\n255 0 0 0\n255 1 0 0\n255 0 1 0\n3 0 1 2\n")), 0.5);
}

TEST_F(ImportPlyTest, ReadsAPointCloudAsPoints) {
  EXPECT_EQ(Mesh("a.ply", PlyHeader("ascii", kThreeVertices) + "0 0 0\n1 0 0\n0 1 0\n").triangles,
            (std::vector<Triangle>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}));
}

TEST_F(ImportPlyTest, RefusesTwoVertexElements) {
  Refusal("a.ply", PlyHeader("ascii", std::string(kThreeVertices) + kThreeVertices) + "0 0 0\n0 0 0\n0 0 0\n",
          ErrorCode::BadFormat);
}

TEST_F(ImportPlyTest, RefusesCountsTheFileCannotHold) {
  const std::string header =
      PlyHeader("ascii", "element vertex 2000000000\nproperty float x\nproperty float y\nproperty float z\n");
  EXPECT_NE(Refusal("a.ply", header + "0 0 0\n", ErrorCode::BadFormat).find("vertex 1 of 2000000000"),
            std::string::npos);
}

TEST_F(ImportPlyTest, ChecksCountsAgainstTheFilesSize) {
  const char* vertices = "property float x\nproperty double y\nproperty float z\n";
  for (const char* format : {"ascii", "binary_little_endian"}) {
    const std::string header = PlyHeader(format, std::string("element vertex 2000000000\n") + vertices);
    const std::string why = Refusal("a.ply", header + std::string(160, '0'), ErrorCode::BadFormat);
    EXPECT_NE(why.find("no room for more"), std::string::npos) << why;
  }
  // The minimum size in bytes.
  const std::string header = PlyHeader("ascii", std::string("element vertex 2\n") + vertices);
  EXPECT_EQ(Mesh("b.ply", header + "0 0 0 1 1 1").vertices.size(), 2u);
}

TEST_F(ImportPlyTest, RefusesAFaceOfVerticesThatDoNotExist) {
  const std::string start = PlyHeader("ascii", std::string(kThreeVertices) + kOneFace) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 ";
  for (const char* index : {"3", "-1", "1e10", "nan", "0.5"}) {
    EXPECT_NE(Refusal("a.ply", start + index + "\n", ErrorCode::BadFormat).find("face 0"), std::string::npos) << index;
  }
}

TEST_F(ImportPlyTest, RefusesEveryTruncation) {
  const std::string whole = PlyHeader("ascii", std::string(kThreeVertices) + kOneFace) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2";
  for (size_t size = 1; size < whole.size(); ++size) EXPECT_FALSE(Load("a.ply", whole.substr(0, size)).ok()) << size;
}

using ImportGltfTest = ImportMeshTest;

TEST_F(ImportGltfTest, AppliesNestedTransformsToEachInstance) {
  const std::string nodes = R"([{"children":[1,2],"translation":[10,0,0]},{"mesh":0,"scale":[2,2,2]},)"
                            R"({"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,5,0,1]}])";
  const TriangleMesh mesh = Mesh("a.gltf", GltfJson(nodes, Embedded()));
  ASSERT_EQ(mesh.triangles.size(), 2u);
  EXPECT_NEAR(Area(mesh), 2.5, 1e-6);
  ExpectNear(BoundsOf(mesh).min, {10, 0, 0});
  ExpectNear(BoundsOf(mesh).max, {12, 6, 0});
}

TEST_F(ImportGltfTest, ReadsGlb) {
  const TriangleMesh mesh = Mesh("a.glb", Glb(GltfJson(R"([{"mesh":0}])", ""), TriangleBuffer()));
  ASSERT_EQ(mesh.triangles.size(), 1u);
  ExpectNear(BoundsOf(mesh).max, {1, 1, 0});
}

TEST_F(ImportGltfTest, IsUpAlongY) {
  EXPECT_EQ(Load("a.gltf", GltfJson(R"([{"mesh":0}])", Embedded()))->up, UpAxis::Y);
}

TEST_F(ImportGltfTest, ReadsABufferBesideTheFile) {
  std::ofstream(folder_ / "my data.bin", std::ios::binary) << TriangleBuffer();
  EXPECT_EQ(Mesh("a.gltf", GltfJson(R"([{"mesh":0}])", R"(,"uri":"my%20data.bin")")).triangles.size(), 1u);
}

TEST_F(ImportGltfTest, NamesAMissingBuffer) {
  EXPECT_NE(
      Refusal("a.gltf", GltfJson(R"([{"mesh":0}])", R"(,"uri":"gone.bin")"), ErrorCode::NotFound).find("gone.bin"),
      std::string::npos);
}

TEST_F(ImportGltfTest, RefusesATruncatedBuffer) {
  std::ofstream(folder_ / "short.bin", std::ios::binary) << "abc";
  EXPECT_NE(Refusal("a.gltf", GltfJson(R"([{"mesh":0}])", R"(,"uri":"short.bin")"), ErrorCode::BadFormat).find("44"),
            std::string::npos);
}

TEST_F(ImportGltfTest, IgnoresMaterialsTexturesAnimationsAndSkins) {
  const std::string more =
      R"(,"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":99}}}],"textures":[{"source":7}],)"
      R"("animations":[{"channels":[{"sampler":5}]}],"skins":[{"joints":[77]}],"extras":{"a\"b":[1]})";
  EXPECT_EQ(Mesh("a.gltf", GltfJson(R"([{"mesh":0,"skin":0,"camera":3}])", Embedded(),
                                    R"({"attributes":{"POSITION":0,"NORMAL":55},"indices":1,"material":9})", more))
                .triangles.size(),
            1u);
}

TEST_F(ImportGltfTest, KeepsLinesAndPointsAsDegenerateTriangles) {
  for (const char* mode : {"0", "1", "2", "3"}) {
    const std::string primitive = std::string(R"({"attributes":{"POSITION":0},"mode":)") + mode + "}";
    const Result<World> world = Load("a.gltf", GltfJson(R"([{"mesh":0}])", Embedded(), primitive));
    ASSERT_TRUE(world.ok()) << mode << world.error().message;
    EXPECT_GE(world->mesh()->triangles.size(), 1u) << mode;
    EXPECT_EQ(Area(*world->mesh()), 0) << mode;
  }
}

TEST_F(ImportGltfTest, RefusesANodeThatIsItsOwnAncestor) {
  Refusal("a.gltf", GltfJson(R"([{"children":[1]},{"children":[0],"mesh":0}])", Embedded()), ErrorCode::BadFormat);
}

TEST_F(ImportGltfTest, RefusesNestingThatWouldExhaustTheStack) {
  std::string nodes = "[";
  for (int i = 1; i < 100000; ++i) nodes += R"({"children":[)" + std::to_string(i) + "]},";
  Refusal("a.gltf", GltfJson(nodes + "{\"mesh\":0}]", Embedded()), ErrorCode::BadFormat);
  Refusal("b.gltf", std::string(200000, '['), ErrorCode::BadFormat);
}

/// A text repeated, separated by commas.
std::string Repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += (i > 0 ? "," : "") + text;
  return all;
}

// 20,000 nodes with 20,000 primitives each would be 400 million meshes: counted before any is made.
TEST_F(ImportGltfTest, CountsInstancesBeforeItMakesThem) {
  constexpr int kNodes = 20000, kPrimitives = 20000;
  std::string children;
  for (int i = 1; i <= kNodes; ++i) children += (i > 1 ? "," : "") + std::to_string(i);
  const std::string nodes = R"([{"children":[)" + children + "]}," + Repeated(R"({"mesh":0})", kNodes) + "]";
  const std::string primitives = Repeated(R"({"attributes":{"POSITION":0},"indices":1})", kPrimitives);
  const std::string why = Refusal("a.gltf", GltfJson(nodes, Embedded(), primitives), ErrorCode::TooLarge);
  EXPECT_NE(why.find("4e+08 meshes"), std::string::npos) << why;
}

// Primitives may share data in the file, but each gets a copy in memory.
TEST_F(ImportGltfTest, CountsSharedDataAsOftenAsItIsUsed) {
  constexpr int kVertices = 1'000'000;
  const auto file = [](int primitives) {
    const std::string vertices = std::to_string(kVertices), bytes = std::to_string(12 * kVertices);
    return Glb(R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" +
                   Repeated(R"({"attributes":{"POSITION":0},"mode":0})", primitives) + R"(]}],"accessors":[)" +
                   R"({"bufferView":0,"componentType":5126,"count":)" + vertices + R"(,"type":"VEC3"}],)" +
                   R"("bufferViews":[{"buffer":0,"byteLength":)" + bytes + R"(}],"buffers":[{"byteLength":)" + bytes +
                   "}]}",
               std::string(size_t(12) * kVertices, '\0'));
  };
  const std::string why = Refusal("a.glb", file(200), ErrorCode::TooLarge);
  EXPECT_NE(why.find("2e+08 vertices"), std::string::npos) << why;
  EXPECT_EQ(Mesh("b.glb", file(2)).triangles.size(), 2u * kVertices);
}

TEST_F(ImportGltfTest, RefusesAnIndexOutOfRange) {
  const std::string data = Raw<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}) + Raw<uint16_t>({0, 1, 9, 0});
  Refusal("a.glb", Glb(GltfJson(R"([{"mesh":0}])", ""), data), ErrorCode::BadFormat);
}

TEST_F(ImportGltfTest, RefusesAccessorsThatLeaveTheirBuffer) {
  std::string json = GltfJson(R"([{"mesh":0}])", Embedded());
  json.replace(json.find("\"count\":3"), 9, "\"count\":4");
  EXPECT_NE(Refusal("a.gltf", json, ErrorCode::BadFormat).find("POSITION"), std::string::npos);
}

TEST_F(ImportGltfTest, RefusesCompressedGeometryByName) {
  EXPECT_NE(Refusal("a.gltf",
                    GltfJson(R"([{"mesh":0}])", Embedded(), R"({"attributes":{"POSITION":0}})",
                             R"(,"extensionsRequired":["KHR_draco_mesh_compression"])"),
                    ErrorCode::BadFormat)
                .find("KHR_draco_mesh_compression"),
            std::string::npos);
}

TEST_F(ImportGltfTest, RefusesVersion1) {
  std::string json = GltfJson(R"([{"mesh":0}])", Embedded());
  json.replace(json.find("2.0"), 3, "1.0");
  EXPECT_NE(Refusal("a.gltf", json, ErrorCode::BadFormat).find("1.0"), std::string::npos);
}

TEST_F(ImportGltfTest, RefusesEveryTruncationOfAGlb) {
  const std::string whole = Glb(GltfJson(R"([{"mesh":0}])", ""), TriangleBuffer());
  for (size_t size = 1; size < whole.size(); ++size) EXPECT_FALSE(Load("a.glb", whole.substr(0, size)).ok()) << size;
}

TEST_F(ImportGltfTest, SaysThatASceneWithoutMeshesIsEmpty) {
  Refusal("a.gltf", R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{}]})", ErrorCode::EmptyWorld);
}

using ImportColladaTest = ImportMeshTest;

TEST_F(ImportColladaTest, AppliesTheUnitAndKeepsTheAxes) {
  const Result<World> world = Load("a.dae", Collada(kCentimetresZUp, kShowGeometry));
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_EQ(world->up, UpAxis::Z);
  ExpectNear(BoundsOf(*world->mesh()).max, {1, 0, 2});
}

TEST_F(ImportColladaTest, AppliesTheUnitToTranslationsToo) {
  const std::string nodes = R"(<node id="n"><translate>0 1000 0</translate><instance_geometry url="#g"/></node>)";
  const TriangleMesh mesh = Mesh("a.dae", Collada(kCentimetresZUp, nodes));
  ExpectNear(BoundsOf(mesh).max, {1, 10, 2});
}

TEST_F(ImportColladaTest, DefaultsToMetresAndYUp) {
  const Result<World> world = Load("a.dae", Collada("", kShowGeometry));
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_EQ(world->up, UpAxis::Y);
  ExpectNear(BoundsOf(*world->mesh()).max, {100, 0, 200});
}

TEST_F(ImportColladaTest, FollowsInstancedNodes) {
  const std::string part = R"(<node id="part"><translate>0 5 0</translate><instance_geometry url="#g"/></node>)";
  const std::string nodes = R"(<node id="n"><instance_geometry url="#g"/><instance_node url="#part"/></node>)";
  EXPECT_EQ(Mesh("a.dae", Collada("", nodes, part)).triangles.size(), 2u);
}

TEST_F(ImportColladaTest, RefusesXUp) {
  EXPECT_NE(Refusal("a.dae", Collada("<up_axis>X_UP</up_axis>", kShowGeometry), ErrorCode::BadFormat).find("X_UP"),
            std::string::npos);
}

TEST_F(ImportColladaTest, RefusesAUnitOfZero) {
  for (const char* unit : {"0", "-1", "nan", "metre"}) {
    Refusal("a.dae", Collada(std::string("<unit meter=\"") + unit + "\"/>", kShowGeometry), ErrorCode::BadFormat);
  }
}

TEST_F(ImportColladaTest, RefusesANodeThatInstancesItself) {
  Refusal("a.dae", Collada("", R"(<node id="n"><instance_node url="#n"/></node>)"), ErrorCode::BadFormat);
}

TEST_F(ImportColladaTest, RefusesExponentiallyManyInstances) {
  std::string library;
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<instance_node url=\"#a" + std::to_string(i + 1) + "\"/>";
    library += "<node id=\"a" + std::to_string(i) + "\">" + next + next + "</node>";
  }
  library += R"(<node id="a40"><instance_geometry url="#g"/></node>)";
  Refusal("a.dae", Collada("", R"(<node><instance_node url="#a0"/></node>)", library), ErrorCode::TooLarge);
}

TEST_F(ImportColladaTest, CountsInstancesBeforeItMakesThem) {
  constexpr int kNodes = 5000, kPrimitives = 5000;
  std::string shown;
  for (int i = 0; i < kNodes; ++i) shown += R"(<node><instance_geometry url="#g"/></node>)";
  std::string file = Collada("", shown);
  const std::string primitive =
      R"(<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>)";
  std::string primitives;
  for (int i = 0; i < kPrimitives; ++i) primitives += primitive;
  const size_t at = file.find(primitive);
  ASSERT_NE(at, std::string::npos);
  file.replace(at, primitive.size(), primitives);
  const std::string why = Refusal("a.dae", file, ErrorCode::TooLarge);
  EXPECT_NE(why.find("2.5e+07 meshes"), std::string::npos) << why;
}

TEST_F(ImportColladaTest, RefusesNestingThatWouldExhaustTheStack) {
  std::string nodes;
  for (int i = 0; i < 100000; ++i) nodes += "<node>";
  for (int i = 0; i < 100000; ++i) nodes += "</node>";
  Refusal("a.dae", Collada("", nodes), ErrorCode::BadFormat);
}

TEST_F(ImportColladaTest, RefusesAnAccessorBeyondItsArray) {
  Refusal("a.dae", Collada("", kShowGeometry, "", "1000000"), ErrorCode::BadFormat);
}

TEST_F(ImportColladaTest, RefusesIndicesThatDoNotFitTheirCount) {
  for (const char* indices : {"0 1", "0 1 2 2", "0 1 2 0 1 2", "0 1 1e3", "0 1 -2", "0 1\v2", "0 1 99999999999", ""}) {
    std::string text = Collada("", kShowGeometry);
    text.replace(text.find("0 1 2</p>"), 5, indices);
    Refusal("a.dae", text, ErrorCode::BadFormat);
  }
}

TEST_F(ImportColladaTest, RefusesAnInstanceOfAGeometryThatDoesNotExist) {
  EXPECT_NE(Refusal("a.dae", Collada("", R"(<node><instance_geometry url="#gone"/></node>)"), ErrorCode::BadFormat)
                .find("#gone"),
            std::string::npos);
}

TEST_F(ImportColladaTest, RefusesEveryTruncation) {
  const std::string whole = Collada(kCentimetresZUp, kShowGeometry);
  for (size_t size = 1; size < whole.size(); size += 7) {
    EXPECT_FALSE(Load("a.dae", whole.substr(0, size)).ok()) << size;
  }
}

}  // namespace
}  // namespace navnet
