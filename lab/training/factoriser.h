// The factoriser of a network with king buckets: while it is trained, each of the 768 inputs also has a row of weights
// that all king buckets share, so that what holds for every king is learned from all positions. A bucket's row in the
// network is the sum of its own and the shared one. With one king bucket there is nothing to share.
#pragma once

#include <cstddef>

#include "lab/training/model.h"

namespace skua::lab {

// The number of weights that are trained: those of the network, then the shared rows, in tiles as the others are.
std::size_t trained_size(const NetShape& shape);

// The network's weights from the trained ones.
NetWeights merge(const NetShape& shape, const NetWeights& trained);
// The same for one of `parts` parts, into weights that have their size already.
void merge_part(const NetShape& shape, const NetWeights& trained, std::size_t part, std::size_t parts,
                NetWeights& merged);
// The way back: shared rows are the mean of the buckets' rows, as far as a weight may be.
NetWeights factorise(const NetShape& shape, const NetWeights& weights);

// Computes the derivatives by the shared weights from those by the network's.
void add_shared_gradient(const NetShape& shape, NetWeights& gradient);

// The largest weight that training allows at each place from `from` on, and where that ends. Output weights beyond
// 128 / nnue::QB would overflow in the engine; no other weight needs to be larger, and those of buckets and shared rows
// are added up.
struct WeightLimit {
    float largest = 0;
    std::size_t end = 0;
};
WeightLimit weight_limit(const NetShape& shape, std::size_t from);

}  // namespace skua::lab
