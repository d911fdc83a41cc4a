# Profile-guided optimisation (SKUA_PROFILE): "record" builds a program that writes a profile when it runs, "use" one that
# is optimised by this profile. `make PGO=1` does both in one folder, with `bench` in between.
set(profile_folder ${CMAKE_BINARY_DIR}/profile)
if(SKUA_PROFILE STREQUAL "record")
    set(profile_flags -fprofile-generate=${profile_folder})
elseif(SKUA_PROFILE STREQUAL "use" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # `make` merges what the run has written into this file.
    set(profile_flags -fprofile-use=${profile_folder}/merged.profdata -Wno-profile-instr-unprofiled
        -Wno-profile-instr-missing)
elseif(SKUA_PROFILE STREQUAL "use")
    # Files that the run does not reach have no profile.
    set(profile_flags -fprofile-use=${profile_folder} -Wno-missing-profile)
elseif(SKUA_PROFILE)
    message(FATAL_ERROR "SKUA_PROFILE is record, use or empty, not '${SKUA_PROFILE}'")
endif()
if(SKUA_PROFILE)
    target_compile_options(skua_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${profile_flags}>)
    target_link_options(skua_flags INTERFACE ${profile_flags})
endif()
