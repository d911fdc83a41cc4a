#include "chess/epd.h"

#include <algorithm>
#include <optional>

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/san.h"

namespace skua {

namespace {

bool is_opcode(std::string_view text) {
    if (text.empty() || (!is_lower(text.front()) && !is_upper(text.front()))) { return false; }
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; });
}

// Takes the text up to the next blank or semicolon, which stays.
std::string_view take_word(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length]) && text[length] != ';') { ++length; }
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    return word;
}

void skip_blanks(std::string_view& text) {
    while (!text.empty() && is_blank(text.front())) { text.remove_prefix(1); }
}

// An operand can contain neither a quote nor a line end.
std::string clean_operand(std::string_view text) {
    std::string clean(text);
    for (char& c : clean) {
        if (c == '"') {
            c = '\'';
        } else if (is_control(c)) {
            c = ' ';
        }
    }
    return clean;
}

// Adds the next operand to the list; false when there is none left before the semicolon.
Result<bool> read_operand(std::string_view& text, std::vector<std::string>& operands) {
    skip_blanks(text);
    if (text.empty() || text.front() == ';') { return false; }
    if (text.front() != '"') {
        operands.push_back(clean_operand(take_word(text)));
        return true;
    }
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos) { return Error{"the quote " + in_quotes(text) + " does not end"}; }
    operands.push_back(clean_operand(text.substr(1, end - 1)));
    text.remove_prefix(end + 1);
    return true;
}

Result<std::vector<EpdOperation>> read_operations(std::string_view text) {
    std::vector<EpdOperation> operations;
    for (;;) {
        while (!text.empty() && (is_blank(text.front()) || text.front() == ';')) { text.remove_prefix(1); }
        if (text.empty()) { return operations; }
        EpdOperation operation;
        const std::string_view opcode = take_word(text);
        if (!is_opcode(opcode)) { return Error{in_quotes(opcode) + " is not the name of an operation"}; }
        operation.opcode = opcode;
        for (;;) {
            const Result<bool> more = read_operand(text, operation.operands);
            if (!more) { return Error{more.error()}; }
            if (!*more) { break; }
        }
        operations.push_back(std::move(operation));
    }
}

// Removes the operations that set this counter from the list; their operand becomes the counter's text.
std::optional<Error> take_counter(std::vector<EpdOperation>& operations, std::string_view opcode,
                                  std::string& counter) {
    for (const EpdOperation& operation : operations) {
        if (operation.opcode != opcode) { continue; }
        if (operation.operands.size() != 1 || !parse_clamped<int>(operation.operands[0])) {
            return Error{std::string(opcode) + " needs one number"};
        }
        counter = operation.operands[0];
    }
    std::erase_if(operations, [&](const EpdOperation& operation) { return operation.opcode == opcode; });
    return std::nullopt;
}

// Operations whose operand the standard calls a string, which is always quoted.
bool has_string_operand(std::string_view opcode) {
    if (opcode == "id" || opcode == "eco" || opcode == "nic") { return true; }
    return opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1]);
}

bool needs_quotes(std::string_view operand) {
    return operand.empty() ||
           std::any_of(operand.begin(), operand.end(), [](char c) { return is_blank(c) || c == ';'; });
}

}  // namespace

const EpdOperation* EpdRecord::find(std::string_view opcode) const {
    const auto found = std::find_if(operations.begin(), operations.end(),
                                    [&](const EpdOperation& operation) { return operation.opcode == opcode; });
    return found == operations.end() ? nullptr : &*found;
}

std::string_view EpdRecord::id() const {
    const EpdOperation* const operation = find("id");
    return operation == nullptr || operation->operands.empty() ? std::string_view() : operation->operands.front();
}

Result<EpdRecord> parse_epd(std::string_view line, Variant variant) {
    std::string fen;
    for (int field = 0; field < 4; ++field) {
        skip_blanks(line);
        fen += std::string(take_word(line)) + ' ';
    }
    // An operation begins with a letter, so what begins with a number is a counter.
    std::string halfmove_clock = "0";
    std::string fullmove_number = "1";
    for (std::string* const counter : {&halfmove_clock, &fullmove_number}) {
        skip_blanks(line);
        if (!line.empty() && (is_digit(line.front()) || line.front() == '-' || line.front() == '+')) {
            *counter = take_word(line);
        }
    }

    Result<std::vector<EpdOperation>> operations = read_operations(line);
    if (!operations) {
        // An error in the position is reported before one in the operations.
        const Result<FenReading> reading = parse_fen(fen, variant);
        return Error{reading ? operations.error() : reading.error()};
    }
    if (auto error = take_counter(*operations, "hmvc", halfmove_clock)) { return *std::move(error); }
    if (auto error = take_counter(*operations, "fmvn", fullmove_number)) { return *std::move(error); }

    // In a line that ends early the counters must not be read as its missing fields.
    const bool complete = split_words(fen).size() == 4;
    Result<FenReading> reading = parse_fen(complete ? fen + halfmove_clock + ' ' + fullmove_number : fen, variant);
    if (!reading) { return Error{reading.error()}; }
    return EpdRecord{reading->position, *std::move(operations)};
}

std::string to_epd(const EpdRecord& record) {
    const std::string fen = to_fen(record.position);
    std::string_view rest = fen;
    std::string line;
    for (int field = 0; field < 4; ++field) {
        if (field > 0) { line += ' '; }
        line += next_word(rest);
    }
    const auto write_counter = [&](std::string_view opcode, int value, int at_start) {
        if (value != at_start) { line += ' ' + std::string(opcode) + ' ' + std::to_string(value) + ';'; }
    };
    write_counter("hmvc", record.position.halfmove_clock(), 0);
    write_counter("fmvn", record.position.fullmove_number(), 1);

    for (const EpdOperation& operation : record.operations) {
        line += ' ' + operation.opcode;
        for (const std::string& operand : operation.operands) {
            const std::string clean = clean_operand(operand);
            const bool quote = has_string_operand(operation.opcode) || needs_quotes(clean);
            line += quote ? " \"" + clean + '"' : ' ' + clean;
        }
        line += ';';
    }
    return line;
}

Result<std::vector<Move>> epd_moves(const EpdRecord& record, std::string_view opcode) {
    std::vector<Move> moves;
    const EpdOperation* const operation = record.find(opcode);
    if (operation == nullptr) { return moves; }
    for (std::string_view text : operation->operands) {
        // Some suites put commas between moves.
        while (!text.empty() && text.back() == ',') { text.remove_suffix(1); }
        if (text.empty()) { continue; }
        const Result<Move> move = parse_san(record.position, text);
        if (!move) { return Error{std::string(opcode) + ": " + move.error()}; }
        moves.push_back(*move);
    }
    return moves;
}

}  // namespace skua
