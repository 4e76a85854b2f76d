package dev.mooring.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/** Runs a service until the process gets a signal or the thread is interrupted. */
final class ForegroundService {
    /** A running service. */
    @FunctionalInterface
    interface Service {
        /** Stops the service. */
        void close() throws IOException;
    }

    /** Prints the address of the service. */
    @FunctionalInterface
    interface Announcement {
        void print() throws IOException;
    }

    private ForegroundService() {}

    /** Prints the announcement as soon as a signal would close the service, waits, and closes the service. */
    static void run(Service service, PrintWriter err, Announcement announcement) throws IOException {
        var stop = new Thread(
                () -> {
                    err.println("Stopping.");
                    close(service);
                },
                "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            announcement.print();
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(stop);
            service.close();
        }
    }

    private static void close(Service service) {
        try {
            service.close();
        } catch (IOException e) {
            // The process ends anyway.
        }
    }
}
