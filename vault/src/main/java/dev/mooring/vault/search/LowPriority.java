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

    private static final int PRIO_PROCESS = 0;

    /** On Linux the id 0 selects the calling thread, not its process. */
    private static final int CURRENT_THREAD = 0;

    /** The scheduler gives a thread of the usual priority about ten times as much time. */
    private static final int NICENESS = 10;

    private static final @Nullable MethodHandle SETPRIORITY = load();

    private LowPriority() {}

    static void applyToCurrentThread() {
        if (SETPRIORITY == null) {
            return;
        }
        try {
            int _ = (int) SETPRIORITY.invokeExact(PRIO_PROCESS, CURRENT_THREAD, NICENESS);
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
                    linker.defaultLookup().findOrThrow("setpriority"),
                    FunctionDescriptor.of(number, number, number, number));
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("Searches run with the usual priority", e);
            return null;
        }
    }
}
