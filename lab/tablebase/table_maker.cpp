#include "lab/tablebase/table_maker.h"

#include <algorithm>
#include <filesystem>
#include <span>

#include "base/file.h"
#include "lab/support/files.h"
#include "lab/tablebase/generator.h"
#include "lab/tablebase/writer.h"

namespace skua::lab {

using tablebase::Material;
using tablebase::TableKind;

namespace {

using Materials = std::vector<Material>;

bool contains(const Materials& materials, const Material& wanted) {
    return std::find(materials.begin(), materials.end(), wanted) != materials.end();
}

// Adds what a material needs, then the material itself.
void add_with_needs(const Material& material, Materials& order) {
    if (contains(order, material)) { return; }
    for (const Material& needed : materials_after(material)) { add_with_needs(needed, order); }
    order.push_back(material);
}

// Adds a piece to each side of each material.
Materials with_one_more_piece(const Materials& materials) {
    Materials result;
    for (const Material& material : materials) {
        for (const Color color : Colors) {
            for (const PieceType type : PieceTypes) {
                if (type == PieceType::King) { continue; }
                Material more = material;
                ++more.counts[color][type];
                more = stronger_first(more);
                if (!contains(result, more)) { result.push_back(more); }
            }
        }
    }
    return result;
}

std::string path_of(const std::string& folder, const Material& material, TableKind kind) {
    return (std::filesystem::path(folder) / (material.name() + std::string(extension_of(kind)))).string();
}

}  // namespace

Result<std::vector<Material>> endgames_to_make(const TableMakerSettings& settings) {
    Materials wanted;
    for (const std::string& name : settings.names) {
        const std::optional<Material> material = Material::from_name(name);
        if (!material || material->count() < 3) { return Error{'"' + name + "\" is not the name of a table"}; }
        if (material->count() > SolvedEndgame::MaxPieces) { return Error{name + " has too many pieces"}; }
        if (*material != stronger_first(*material)) {
            return Error{name + " must be called " + stronger_first(*material).name()};
        }
        wanted.push_back(*material);
    }
    if (settings.names.empty()) {
        Materials level{*Material::from_name("KvK")};
        for (int pieces = 3; pieces <= settings.pieces; ++pieces) {
            level = with_one_more_piece(level);
            wanted.insert(wanted.end(), level.begin(), level.end());
        }
    }
    Materials order;
    for (const Material& material : wanted) { add_with_needs(material, order); }
    return order;
}

std::optional<Error> make_tables(const TableMakerSettings& settings,
                                 const std::function<void(const MadeTable&)>& made) {
    const Result<Materials> order = endgames_to_make(settings);
    if (!order) { return Error{order.error()}; }
    std::error_code failed;
    std::filesystem::create_directories(settings.folder, failed);
    if (failed) { return Error{'"' + settings.folder + "\" can't be made: " + failed.message()}; }
    const auto has_file = [&](const Material& material, TableKind kind) {
        return is_file(path_of(settings.folder, material, kind));
    };
    for (const Material& material : *order) {
        for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
            if (has_file(material, kind)) { continue; }
            if (std::optional<Error> error = cant_write(path_of(settings.folder, material, kind))) { return error; }
        }
    }
    std::string problem;
    tablebase::Tables known([&problem](const std::string& message) { problem = message; });
    known.add_folder(settings.folder);
    for (const Material& material : *order) {
        if (has_file(material, TableKind::Wdl) && has_file(material, TableKind::Dtz)) { continue; }
        const Result<SolvedEndgame> endgame = SolvedEndgame::solve(material, known);
        if (!endgame) { return Error{problem.empty() ? material.name() + ": " + endgame.error() : problem}; }
        MadeTable facts;
        facts.name = material.name();
        endgame->for_each([&facts](const Position&, const SolvedPosition& solved) {
            ++facts.positions;
            facts.longest_dtz = std::max(facts.longest_dtz, static_cast<std::size_t>(solved.dtz));
        });
        for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
            const std::vector<std::uint8_t> bytes = write_table(*endgame, kind);
            (kind == TableKind::Wdl ? facts.wdl_bytes : facts.dtz_bytes) = bytes.size();
            const std::string path = path_of(settings.folder, material, kind);
            if (std::optional<Error> error = write_file(path, bytes_of_span(std::span(bytes)))) { return error; }
        }
        known.add_folder(settings.folder);
        made(facts);
    }
    return std::nullopt;
}

}  // namespace skua::lab
