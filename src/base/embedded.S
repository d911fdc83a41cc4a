// A file that comes with the program, as bytes between the symbols <SKUA_EMBEDDED>Begin and <SKUA_EMBEDDED>End: src/
// CMakeLists.txt says which file and what it is called. Each format of object files has its own words.
#define JOIN_EXPANDED(prefix, name, suffix) prefix##name##suffix
#define JOIN(prefix, name, suffix) JOIN_EXPANDED(prefix, name, suffix)

#if defined(__APPLE__)
#define BEGIN JOIN(_, SKUA_EMBEDDED, Begin)
#define END JOIN(_, SKUA_EMBEDDED, End)
    .const_data
#else
#define BEGIN JOIN(, SKUA_EMBEDDED, Begin)
#define END JOIN(, SKUA_EMBEDDED, End)
#if defined(__wasm__)
    .section .rodata.skua_embedded,"",@
    .type BEGIN,@object
    .type END,@object
#elif defined(_WIN32)
    .section .rdata,"dr"
#else
    .section .rodata
#endif
#endif

    .globl BEGIN
    .globl END
    .p2align 6
BEGIN:
    .incbin SKUA_EMBEDDED_FILE
END:
    .byte 0

#if defined(__wasm__)
    .size BEGIN, END - BEGIN
    .size END, 1
#elif defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
