#include "lab/support/plot.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iomanip>
#include <sstream>

namespace skua::lab {

namespace {

std::string escaped(const std::string& text) {
    std::string result;
    for (const char letter : text) {
        switch (letter) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            default: result += letter;
        }
    }
    return result;
}

}  // namespace

std::string draw_curves(const std::string& title, const std::vector<Curve>& curves) {
    constexpr double Width = 720;
    constexpr double Height = 420;
    constexpr double Left = 80;
    constexpr double Right = 20;
    constexpr double Top = 50;
    constexpr double Bottom = 40;
    constexpr int Lines = 5;
    constexpr std::array Palette{"#1f77b4", "#d62728", "#2ca02c", "#9467bd"};

    std::size_t length = 2;
    double low = 1e300;
    double high = -1e300;
    for (const Curve& curve : curves) {
        length = std::max(length, curve.values.size());
        for (const double value : curve.values) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (low > high) { low = high = 0; }
    if (high - low < 1e-12) { high = low + 1e-12; }
    const auto x = [&](std::size_t index) {
        return Left + (Width - Left - Right) * static_cast<double>(index) / static_cast<double>(length - 1);
    };
    const auto y = [&](double value) { return Top + (Height - Top - Bottom) * (high - value) / (high - low); };

    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << Width
         << ' ' << Height << "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
         << "fill=\"white\"/>\n<text x=\"" << Left << "\" y=\"22\" font-size=\"15\">" << escaped(title) << "</text>\n";
    for (int line = 0; line < Lines; ++line) {
        const double value = low + (high - low) * line / (Lines - 1);
        text << "<line x1=\"" << Left << "\" y1=\"" << y(value) << "\" x2=\"" << Width - Right << "\" y2=\"" << y(value)
             << "\" stroke=\"#ddd\"/>\n<text x=\"" << Left - 6 << "\" y=\"" << y(value) + 4 << "\" text-anchor=\"end\">"
             << std::setprecision(6) << value << std::setprecision(1) << "</text>\n";
    }
    for (const std::size_t index : {std::size_t{0}, (length - 1) / 2, length - 1}) {
        text << "<text x=\"" << x(index) << "\" y=\"" << Height - 15 << "\" text-anchor=\"middle\">" << index + 1
             << "</text>\n";
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const char* const color = Palette[i % Palette.size()];
        text << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << color << "\" points=\"";
        for (std::size_t index = 0; index < curves[i].values.size(); ++index) {
            text << x(index) << ',' << y(curves[i].values[index]) << ' ';
        }
        text << "\"/>\n<text x=\"" << Left + 150 * static_cast<double>(i) << "\" y=\"42\" fill=\"" << color << "\">"
             << curves[i].name << "</text>\n";
    }
    text << "</svg>\n";
    return text.str();
}

}  // namespace skua::lab
