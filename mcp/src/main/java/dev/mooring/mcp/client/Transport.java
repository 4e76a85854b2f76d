package dev.mooring.mcp.client;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Carries messages to one server and back. The seam between the protocol and the ways to speak it; safe from any number
 * of threads.
 */
public interface Transport {
    /**
     * Sends a request and waits for its answer on the caller's thread. When the caller is interrupted or the call's
     * deadline passes, the server is told in the way of this transport and a late answer is dropped.
     */
    Reply exchange(Call call) throws InterruptedException;

    /** Sends a notification; false where it could not be sent. */
    boolean send(Message.Notification notification) throws InterruptedException;

    /** Why nothing can be sent any more, or null while the connection is usable. */
    @Nullable
    Failure lost();

    /** Opens the way by which a legacy server brings what belongs to no call, where it has to be opened. */
    void listen() throws InterruptedException;

    /** Ends the connection and everything that belongs to it. Blocks until that is done; safe to call again. */
    void close();

    /** As {@link #close}, without waiting for a server with which nothing has begun. */
    void abort();

    /** Where a transport delivers what it did not ask for. Called on reader threads: must return at once. */
    interface Inbound {
        void notification(Message.Notification notification);

        /** A request of a legacy server; the answer may be given later, from any thread. */
        void request(Message.Request request, Answer answer);
    }

    /** Takes the answer to a request of the server's. */
    @FunctionalInterface
    interface Answer {
        void give(Message message) throws InterruptedException;
    }
}
