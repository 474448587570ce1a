#pragma once
// Cells divided by cost regions: each piece, and the volume around it, is entirely inside or outside every region.

#include <navnet/internal/runtime/level/level_index.h>

#include "flight/costs/cost_boxes.h"
#include "flight/tight_string.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace navnet {

/// A part of a cell that is not forbidden; in voxels.
struct CostPiece {
  uint32_t cell = kNoCell;
  double factor = 1;  ///< Cost factor of every point inside its volume.
  Portal box;         ///< Disjoint from the other pieces.
  Portal volume;      ///< Free, convex, contains the box: the part of the cell's NavVolume with the same factor.
};

/// Whether a closed box contains a point, with tolerance kTouch.
bool Holds(const Portal& box, Vec3 p);

/// The rectangle shared by two boxes if they have a face contact of positive area: flat along exactly one axis.
std::optional<Portal> SharedFace(const Portal& a, const Portal& b);

/// The pieces of the cells that a query visits, made on the first access. Memory is reused by the next query.
class CostPieces {
 public:
  /// Maximum number of pieces of a query, about 140 bytes each. A larger limit allows more regions and takes more
  /// memory.
  static constexpr size_t kMost = size_t{1} << 18;

  /// Begins a query. Both arguments must outlive it.
  void Begin(const LevelIndex& index, const CostBoxes& costs);

  /// The numbers of a cell's pieces: first to end - 1. Empty when the whole cell is forbidden, or when there are too
  /// many pieces.
  struct Range {
    uint32_t first = 0, end = 0;
  };
  Range PiecesOf(uint32_t cell);
  const CostPiece& operator[](uint32_t piece) const { return pieces_[piece]; }
  size_t size() const { return pieces_.size(); }
  /// Whether pieces are missing because there are too many.
  bool is_full() const { return is_full_; }
  const LevelIndex& index() const { return *index_; }

  /// Whether a path from or to a point of a piece's NavVolume may begin or end in the piece: the piece contains the
  /// point, or, where the cell does not, the piece's volume does.
  bool MayBegin(uint32_t piece, Vec3 p) const;
  /// Whether a path may begin at a point through one of the cells there (see FreePlaceAt).
  bool IsAllowed(Vec3 p, const TouchingCells& cells);
  /// The point of a cell's pieces nearest to `p`.
  std::optional<Vec3> NearestIn(uint32_t cell, Vec3 p);

  /// As CoverLine(), with pieces in place of cells: appends pieces whose volumes, in this order, cover the segment; of
  /// several, one with the smallest factor. False when it leaves the free space or enters a forbidden box.
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& pieces);

  /// Sets the portals between consecutive volumes. False when two of them do not meet.
  bool PortalsBetween(std::span<const uint32_t> pieces, std::vector<Portal>& portals) const;

 private:
  struct InCell {
    uint32_t query = 0;  ///< The query that made the pieces.
    Range range;
  };

  void Divide(uint32_t cell);
  void Finish(CostPiece& piece) const;

  const LevelIndex* index_ = nullptr;
  const CostBoxes* costs_ = nullptr;
  std::vector<InCell> in_cells_;
  std::vector<CostPiece> pieces_;
  std::vector<Portal> parts_, next_parts_;
  uint32_t query_ = 0;
  bool is_full_ = false;
};

}  // namespace navnet
