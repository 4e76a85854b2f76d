package dev.mooring.mcp.server.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The limit of the operating system on open files and sockets of this process. */
final class DescriptorLimit {
    private static final int MIN_CONNECTIONS = 16;

    private DescriptorLimit() {}

    /** Returns a number of connections that leaves half of the free descriptors to the rest of the program. */
    static int connections(int wanted) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return wanted;
        }
        long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
        return (int) Math.max(MIN_CONNECTIONS, Math.min(wanted, free / 2));
    }
}
