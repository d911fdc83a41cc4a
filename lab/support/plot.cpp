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

// Numbers in the text have one digit after the point from here on.
void begin_picture(std::ostringstream& text, double width, double height, double left, const std::string& title) {
    text << std::fixed << std::setprecision(1) << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width
         << ' ' << height << "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
         << "fill=\"white\"/>\n<text x=\"" << left << "\" y=\"22\" font-size=\"15\">" << escaped(title) << "</text>\n";
}

void draw_panel(std::ostringstream& text, const Panel& panel, double left, double top) {
    constexpr double Width = 190;
    constexpr double Height = 90;
    double low = panel.middle - panel.half_band;
    double high = panel.middle + panel.half_band;
    for (const double value : panel.values) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (high - low < 1e-12) { high = low + 1; }
    const auto y = [&](double value) { return top + Height * (high - value) / (high - low); };
    const auto last = static_cast<double>(std::max<std::size_t>(panel.values.size(), 2) - 1);
    text << "<text x=\"" << left << "\" y=\"" << top - 5 << "\">" << escaped(panel.title) << "</text>\n"
         << "<rect class=\"band\" x=\"" << left << "\" y=\"" << y(panel.middle + panel.half_band) << "\" width=\""
         << Width << "\" height=\"" << y(panel.middle - panel.half_band) - y(panel.middle + panel.half_band)
         << "\" fill=\"#e8eef7\"/>\n<line x1=\"" << left << "\" y1=\"" << y(panel.middle) << "\" x2=\"" << left + Width
         << "\" y2=\"" << y(panel.middle) << "\" stroke=\"#999\"/>\n";
    for (const double value : {low, high}) {
        text << "<text x=\"" << left - 4 << "\" y=\"" << y(value) + 4 << "\" text-anchor=\"end\" font-size=\"10\">"
             << value << "</text>\n";
    }
    text << "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"#1f77b4\" points=\"";
    for (std::size_t i = 0; i < panel.values.size(); ++i) {
        text << left + Width * static_cast<double>(i) / last << ',' << y(panel.values[i]) << ' ';
    }
    text << "\"/>\n";
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
    begin_picture(text, Width, Height, Left, title);
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

std::string draw_panels(const std::string& title, const std::vector<Panel>& panels) {
    constexpr std::size_t Columns = 4;
    constexpr double ColumnWidth = 260;
    constexpr double RowHeight = 130;
    constexpr double Left = 60;
    constexpr double Top = 60;
    const std::size_t rows = (panels.size() + Columns - 1) / Columns;
    std::ostringstream text;
    begin_picture(text, Columns * ColumnWidth, Top + RowHeight * static_cast<double>(rows), Left, title);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        draw_panel(text, panels[i], Left + ColumnWidth * static_cast<double>(i % Columns),
                   Top + RowHeight * static_cast<double>(i / Columns));
    }
    text << "</svg>\n";
    return text.str();
}

}  // namespace skua::lab
