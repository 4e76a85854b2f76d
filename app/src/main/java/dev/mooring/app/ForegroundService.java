package dev.mooring.app;

import dev.mooring.mcp.client.ShutdownTask;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/** Runs a service until the process gets a signal or the thread is interrupted. */
final class ForegroundService {
    /** Prints the address of the service. */
    @FunctionalInterface
    interface Announcement {
        void print() throws IOException;
    }

    private ForegroundService() {}

    /** Prints the announcement as soon as a signal would close the service, waits, and closes the service. */
    static void run(Closeable service, PrintWriter err, Announcement announcement) throws IOException {
        try (service;
                ShutdownTask _ = ShutdownTask.register("stop", () -> stop(service, err))) {
            announcement.print();
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // The service is closed, and the command ends.
        }
    }

    private static void stop(Closeable service, PrintWriter err) {
        err.println("Stopping.");
        try {
            service.close();
        } catch (IOException e) {
            // The process ends anyway.
        }
    }
}
