// Does a value fit a JSON schema? As much of JSON Schema as docs/analysis.schema.json and server/openapi.json use; a
// keyword that is not known here is a failure too.
#pragma once

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace skua::cli {

class SchemaCheck {
public:
    explicit SchemaCheck(nlohmann::json schema) : root_(std::move(schema)) {}

    // What does not fit, with its place; empty if all does.
    [[nodiscard]] std::string problem(const nlohmann::json& value) const { return check(root_, value, "$"); }
    // The same for a part of the schema, such as "#/components/schemas/Error".
    [[nodiscard]] std::string problem(const nlohmann::json& value, const std::string& reference) const {
        return check(resolve(reference), value, "$");
    }

private:
    using Json = nlohmann::json;

    [[nodiscard]] const Json& resolve(const std::string& reference) const {
        return root_.at(Json::json_pointer(reference.substr(1)));
    }

    static bool is_type(const Json& value, const std::string& type) {
        return type == "object"    ? value.is_object()
               : type == "array"   ? value.is_array()
               : type == "string"  ? value.is_string()
               : type == "integer" ? value.is_number_integer()
               : type == "number"  ? value.is_number()
               : type == "boolean" ? value.is_boolean()
               : type == "null"    ? value.is_null()
                                   : false;
    }

    static bool has_type(const Json& types, const Json& value) {
        if (types.is_string()) { return is_type(value, types); }
        return std::any_of(types.begin(), types.end(), [&](const Json& type) { return is_type(value, type); });
    }

    [[nodiscard]] std::string check(const Json& schema, const Json& value, const std::string& place) const {
        static const std::set<std::string> Known{
            "$schema", "$defs",   "title",    "description", "$ref",
            "oneOf",   "type",    "required", "properties",  "additionalProperties",
            "items",   "enum",    "minimum",  "maximum",     "pattern",
            "const",   "default", "maxLength"};
        for (const auto& [keyword, ignored] : schema.items()) {
            if (!Known.contains(keyword)) { return place + ": this check does not know " + keyword; }
        }
        if (schema.contains("$ref")) { return check(resolve(schema["$ref"]), value, place); }
        if (schema.contains("type") && !has_type(schema["type"], value)) {
            return place + ": wrong type " + value.dump();
        }
        if (schema.contains("const") && schema["const"] != value) { return place + ": " + value.dump(); }
        if (schema.contains("enum")) {
            const Json& choices = schema["enum"];
            if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
                return place + ": " + value.dump();
            }
        }
        for (const std::string& reason : {check_choice(schema, value, place), check_number(schema, value, place),
                                          check_text(schema, value, place), check_members(schema, value, place)}) {
            if (!reason.empty()) { return reason; }
        }
        return "";
    }

    [[nodiscard]] std::string check_choice(const Json& schema, const Json& value, const std::string& place) const {
        if (!schema.contains("oneOf")) { return ""; }
        std::size_t fitting = 0;
        std::string reasons;
        for (const Json& choice : schema["oneOf"]) {
            const std::string reason = check(choice, value, place);
            fitting += reason.empty() ? 1 : 0;
            reasons += reason + "; ";
        }
        return fitting == 1 ? "" : place + " fits " + std::to_string(fitting) + " of the choices: " + reasons;
    }

    static std::string check_number(const Json& schema, const Json& value, const std::string& place) {
        if (!value.is_number()) { return ""; }
        const bool is_small = schema.contains("minimum") && value.get<double>() < schema["minimum"].get<double>();
        const bool is_large = schema.contains("maximum") && value.get<double>() > schema["maximum"].get<double>();
        return is_small || is_large ? place + ": out of range: " + value.dump() : "";
    }

    static std::string check_text(const Json& schema, const Json& value, const std::string& place) {
        if (value.is_string() && schema.contains("maxLength") &&
            value.get<std::string>().size() > schema["maxLength"].get<std::size_t>()) {
            return place + ": too long";
        }
        if (!value.is_string() || !schema.contains("pattern")) { return ""; }
        const std::regex pattern(schema["pattern"].get<std::string>());
        return std::regex_search(value.get<std::string>(), pattern) ? ""
                                                                    : place + ": not of the pattern: " + value.dump();
    }

    [[nodiscard]] std::string check_members(const Json& schema, const Json& value, const std::string& place) const {
        if (value.is_array() && schema.contains("items")) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                const std::string reason = check(schema["items"], value[i], place + '[' + std::to_string(i) + ']');
                if (!reason.empty()) { return reason; }
            }
        }
        if (!value.is_object()) { return ""; }
        for (const Json& name : schema.value("required", Json::array())) {
            if (!value.contains(name.get<std::string>())) { return place + " lacks " + name.dump(); }
        }
        const Json properties = schema.value("properties", Json::object());
        for (const auto& [name, member] : value.items()) {
            const Json rule =
                properties.contains(name) ? properties[name] : schema.value("additionalProperties", Json(true));
            if (rule == Json(false)) { return place + " has an unknown member " + name; }
            const std::string reason = rule.is_object() ? check(rule, member, place + '.' + name) : "";
            if (!reason.empty()) { return reason; }
        }
        return "";
    }

    Json root_;
};

}  // namespace skua::cli
