package dev.mooring.mcp.client.transport;

import dev.mooring.mcp.Failure;
import dev.mooring.mcp.Message;
import dev.mooring.mcp.Reply;
import org.jspecify.annotations.Nullable;

/** A connection that carries messages to one server and back. Thread-safe. */
public interface Transport {
    /**
     * Sends a request and waits for its reply on the caller's thread. If the caller is interrupted or the call's
     * deadline passes, the transport notifies the server in its own way and drops a late reply.
     */
    Reply exchange(Call call) throws InterruptedException;

    /** Sends a notification. Returns false if it could not be sent. */
    boolean send(Message.Notification notification) throws InterruptedException;

    /** Returns why the connection is unusable, or null while it is usable. */
    @Nullable
    Failure failure();

    /** Returns the last errors that the server has printed, with secrets redacted; empty if there are none. */
    String lastErrors();

    /**
     * Opens the stream on which a legacy server sends messages that belong to no call, if this transport needs one and
     * has not opened it yet.
     */
    void openListeningStream() throws InterruptedException;

    /** Closes the connection and everything that belongs to it. Returns when that is done. Idempotent. */
    void close();

    /** Closes the connection like {@link #close}, but with a shorter grace period, since no session is in use yet. */
    void abort();

    /** Returns the id of the session that the server keeps for this connection, or null if it keeps none. */
    default @Nullable String sessionId() {
        return null;
    }

    /**
     * Continues a session that another connection has opened.
     *
     * @throws UnsupportedOperationException if sessions end with their connection
     */
    default void resume(String sessionId, String version) {
        throw new UnsupportedOperationException("A session over this transport ends with its connection");
    }

    /** Closes the connection like {@link #close}, but leaves a session with an id open on the server. */
    default void detach() {
        close();
    }

    /** The receiver of messages that the server sends on its own. Called on reader threads, so it must not block. */
    interface Inbound {
        /** Receives a notification. */
        void onNotification(Message.Notification notification);

        /** Receives a request of a legacy server. The receiver may send the response later, from any thread. */
        void onRequest(Message.Request request, ResponseSender sender);
    }

    /** Sends the response to one request of the server. */
    @FunctionalInterface
    interface ResponseSender {
        /** Sends the response. The transport logs a failure, since the client cannot act on it. */
        void send(Message response) throws InterruptedException;
    }
}
