#pragma once
// Cells divided by cost regions: each piece is wholly inside or outside every region, and so is the volume around it.

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
  double factor = 1;  ///< Of every point inside its volume.
  Portal box;         ///< Disjoint from the other pieces.
  Portal volume;      ///< Free, convex, holds the box: the cell's NavVolume as far as the factor is the same.
};

/// Whether a closed box holds a point, but for kTouch.
bool Holds(const Portal& box, Vec3 p);

/// What two boxes share, when that is part of a face of both: flat along one axis, with an area. Nothing otherwise.
std::optional<Portal> SharedFace(const Portal& a, const Portal& b);

/// The pieces of the cells a query looks at, made at the first look. Memory is reused by the next query.
class CostPieces {
 public:
  /// Pieces a query may have, about 140 bytes each.
  static constexpr size_t kMost = size_t{1} << 18;

  /// Begins a query. Both must stay while pieces are asked for.
  void Begin(const LevelIndex& index, const CostBoxes& costs);

  /// The numbers of a cell's pieces: first to end - 1. None when all of it is forbidden, or when there are too many.
  struct Range {
    uint32_t first = 0, end = 0;
  };
  Range PiecesOf(uint32_t cell);
  const CostPiece& operator[](uint32_t piece) const { return pieces_[piece]; }
  size_t size() const { return pieces_.size(); }
  /// Whether pieces are missing because there are too many.
  bool is_full() const { return is_full_; }
  const LevelIndex& index() const { return *index_; }

  /// Whether a way from or to a point of a piece's NavVolume may begin or end in the piece: the piece holds the point,
  /// or, where the cell does not hold it, the piece's volume does.
  bool MayBegin(uint32_t piece, Vec3 p) const;
  /// Whether a way may begin at a point, by one of the cells there (see FreePlaceAt).
  bool IsAllowed(Vec3 p, const TouchingCells& cells);
  /// The point of a cell's pieces nearest to `p`.
  std::optional<Vec3> NearestIn(uint32_t cell, Vec3 p);

  /// As CoverLine(), with pieces in the place of cells: appends pieces whose volumes, one after the other, hold the
  /// line; where several do, one with the least factor. False when it leaves the free space or enters what is
  /// forbidden.
  bool Cover(Vec3 a, Vec3 b, std::span<const uint32_t> also, std::vector<uint32_t>& pieces);

  /// The portals between consecutive volumes. False when two of them do not meet.
  bool PortalsBetween(std::span<const uint32_t> pieces, std::vector<Portal>& portals) const;

 private:
  struct InCell {
    uint32_t query = 0;  ///< Which query made them.
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
