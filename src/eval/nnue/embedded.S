// The network that comes with the program, as bytes: see network.cpp. Each format of object files has its own words.
#if defined(__APPLE__)
#define BEGIN _SkuaNetworkBegin
#define END _SkuaNetworkEnd
    .const_data
#elif defined(__wasm__)
#define BEGIN SkuaNetworkBegin
#define END SkuaNetworkEnd
    .section .rodata.skua_network,"",@
    .type BEGIN,@object
    .type END,@object
#elif defined(_WIN32)
#define BEGIN SkuaNetworkBegin
#define END SkuaNetworkEnd
    .section .rdata,"dr"
#else
#define BEGIN SkuaNetworkBegin
#define END SkuaNetworkEnd
    .section .rodata
#endif

    .globl BEGIN
    .globl END
    .p2align 6
BEGIN:
    .incbin SKUA_NETWORK_FILE
END:
    .byte 0

#if defined(__wasm__)
    .size BEGIN, END - BEGIN
    .size END, 1
#elif defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
