package dev.mooring.vault.search;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers the scheduling priority of threads on Linux, where the JVM ignores {@link Thread#setPriority}. It has no effect on
 * other systems, and if the JVM does not allow native access. Thread-safe.
 */
final class LowPriority {

    private static final Logger LOG = LoggerFactory.getLogger(LowPriority.class);

    /** The scheduler gives a thread of the usual priority about ten times as much time. */
    private static final int INCREMENT = 10;

    /** On Linux this function changes the calling thread, not its process. */
    private static final @Nullable MethodHandle NICE = load();

    private LowPriority() {}

    static void applyToCurrentThread() {
        if (NICE == null) {
            return;
        }
        try {
            int _ = (int) NICE.invokeExact(INCREMENT);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted") // checks that the JVM allows native access
    private static @Nullable MethodHandle load() {
        if (!System.getProperty("os.name", "").equals("Linux")
                || !LowPriority.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        var number = ValueLayout.JAVA_INT;
        try {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("nice"), FunctionDescriptor.of(number, number));
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("Searches run with the usual priority", e);
            return null;
        }
    }
}
