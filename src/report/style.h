// How the pages of reports look: light and dark, on paper and on phones.
#pragma once

#include <string_view>

namespace skua {

// CSS for a <style> element.
std::string_view report_style();

}  // namespace skua
