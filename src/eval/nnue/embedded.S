// The network that comes with the program, as bytes: see network.cpp.
    .section .rodata
    .global skua_network_begin
    .global skua_network_end
    .balign 64
skua_network_begin:
    .incbin SKUA_NETWORK_FILE
skua_network_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
