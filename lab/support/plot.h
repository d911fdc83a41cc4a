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

// One curve in a picture of many, each with a scale of its own.
struct Panel {
    std::string title;
    std::vector<double> values;
    double middle = 0;     // a level line
    double half_band = 0;  // how far a shaded band reaches to both sides of it
};

// Draws the panels in rows of four.
std::string draw_panels(const std::string& title, const std::vector<Panel>& panels);

}  // namespace skua::lab
