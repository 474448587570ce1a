# Sourced by run.sh and test.sh: makes sure that the Debian packages NavNet is built from are there.
# Does nothing, and needs neither network nor rights, when all are installed.

navnet_packages=(
  g++ cmake ninja-build ccache
  libtbb-dev libopenvdb-dev libboost-dev libboost-iostreams-dev libembree-dev libassimp-dev libxxhash-dev
  libcli11-dev nlohmann-json3-dev libompl-dev librecast-dev libgtest-dev libbenchmark-dev
  pkg-config pybind11-dev python3-dev python3-numpy python3-pytest godot3-server
  zlib1g-dev nodejs emscripten chromium
)
# Some builds of nodejs bring npm along, and clash with the package of that name.
command -v npm >/dev/null || navnet_packages+=(npm)

navnet_say() { printf '== %s\n' "$*"; }
navnet_stop() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# Installs those that are missing.
navnet_install() {
  command -v dpkg-query >/dev/null ||
    navnet_stop "this is not a Debian system (no dpkg); install by hand: ${navnet_packages[*]}"
  local missing=() package
  for package in "${navnet_packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  command -v apt-get >/dev/null || navnet_stop "no apt-get here; install by hand: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || navnet_stop "packages are missing and there is neither root nor sudo; ask for: ${missing[*]}"
    as_root=(sudo)
  fi
  navnet_say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q || navnet_stop "'apt-get update' failed: is the network there?"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" ||
    navnet_stop "'apt-get install' failed; install by hand: ${missing[*]}"
}

# navnet_build PRESET TARGET…: configures once, builds what changed into build/PRESET.
navnet_build() {
  local preset=$1
  shift
  mkdir -p build 2>/dev/null && [ -w build ] || navnet_stop "cannot write to $PWD/build; use a checkout of your own"
  # Without a home to keep it in, the compiler cache stays with the build.
  [ -w "${HOME:-/nonexistent}" ] || export CCACHE_DIR=$PWD/build/ccache
  if [ ! -f "build/$preset/build.ninja" ]; then
    navnet_say "configuring build/$preset"
    cmake --preset "$preset" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache >"build/configure-$preset.log" 2>&1 || {
      tail -n 30 "build/configure-$preset.log" >&2
      navnet_stop "configuring failed; all of it is in build/configure-$preset.log"
    }
  fi
  navnet_say "building $* in build/$preset"
  cmake --build --preset "$preset" --target "$@" || navnet_stop "the build failed"
}
