// Curves as an SVG picture.
#pragma once

#include <string>
#include <vector>

namespace skua::lab {

struct Curve {
    std::string name;
    std::vector<double> values;  // at 1, 2, 3, ...
};

// Draws the curves over their index.
std::string draw_curves(const std::string& title, const std::vector<Curve>& curves);

}  // namespace skua::lab
