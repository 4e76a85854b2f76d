package dev.mooring.vault.files;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Functions of the C library. The handles are constants, because only then does the JIT compiler turn a call through one
 * into a plain call.
 */
@SuppressWarnings("restricted") // LinuxFiles has checked that the JVM allows native access
final class CFunctions {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
    private static final Linker.Option SETS_ERRNO = Linker.Option.captureCallState("errno");

    static final MethodHandle OPENAT = function(
            "openat", FunctionDescriptor.of(INT, INT, ADDRESS, INT), SETS_ERRNO, Linker.Option.firstVariadicArg(3));
    static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(INT, INT));
    static final MethodHandle FCNTL =
            function("fcntl", FunctionDescriptor.of(INT, INT, INT, INT), SETS_ERRNO, Linker.Option.firstVariadicArg(2));
    static final MethodHandle RENAMEAT2 =
            function("renameat2", FunctionDescriptor.of(INT, INT, ADDRESS, INT, ADDRESS, INT), SETS_ERRNO);
    static final MethodHandle UNLINKAT =
            function("unlinkat", FunctionDescriptor.of(INT, INT, ADDRESS, INT), SETS_ERRNO);
    static final MethodHandle STATX =
            function("statx", FunctionDescriptor.of(INT, INT, ADDRESS, INT, INT, ADDRESS), SETS_ERRNO);
    static final MethodHandle PREAD =
            function("pread", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG, LONG), SETS_ERRNO);
    static final MethodHandle FLISTXATTR =
            function("flistxattr", FunctionDescriptor.of(LONG, INT, ADDRESS, LONG), SETS_ERRNO);
    static final MethodHandle FGETXATTR =
            function("fgetxattr", FunctionDescriptor.of(LONG, INT, ADDRESS, ADDRESS, LONG));
    static final MethodHandle LSETXATTR =
            function("lsetxattr", FunctionDescriptor.of(INT, ADDRESS, ADDRESS, ADDRESS, LONG, INT));
    static final MethodHandle SIGNAL = function("signal", FunctionDescriptor.of(LONG, INT, LONG));

    private CFunctions() {}

    private static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor, options);
    }
}
