package dev.mooring.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/** Keeps a service running until its thread is interrupted, or the process told to end. */
final class ForegroundService {
    /** What runs, and ends in good order. */
    @FunctionalInterface
    interface Service {
        void close() throws IOException;
    }

    /** Says where the service is, once it will be ended in good order. */
    @FunctionalInterface
    interface Announcement {
        void make() throws IOException;
    }

    private ForegroundService() {}

    static void hold(Service service, PrintWriter err, Announcement announcement) throws IOException {
        var stop = new Thread(
                () -> {
                    err.println("Stopping.");
                    close(service);
                },
                "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            announcement.make();
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
            // The process ends anyway, and with it all that could not be closed.
        }
    }
}
