package dev.mooring.session;

import dev.mooring.mcp.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apiguardian.api.API;
import tools.jackson.databind.node.ObjectNode;

/** An owner that ends when it is closed, such as the program or a handle of a gateway. Thread-safe. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class ClosableOwner implements Owner, AutoCloseable {
    private final String id;
    private final ObjectNode capabilities;
    private final Function<ToolServer, Account> accounts;

    /** Guarded by this. */
    private final List<Runnable> endTasks = new ArrayList<>();

    /** Guarded by this. */
    private boolean ended;

    /** Held while the end tasks run, so that concurrent calls of {@link #close} wait for them too. */
    private final ReentrantLock closing = new ReentrantLock();

    /**
     * Creates an owner.
     *
     * @param id a name for logs and events
     */
    public ClosableOwner(String id) {
        this(id, Json.object());
    }

    /**
     * Creates an owner.
     *
     * @param id a name for logs and events
     * @param capabilities the capabilities that its sessions declare, in addition to those of the client options
     */
    public ClosableOwner(String id, ObjectNode capabilities) {
        this(id, capabilities, _ -> Account.PROGRAM);
    }

    /**
     * Creates an owner.
     *
     * @param id a name for logs and events
     * @param capabilities the capabilities that its sessions declare, in addition to those of the client options
     * @param accounts returns the account whose credentials the sessions with a server use
     */
    public ClosableOwner(String id, ObjectNode capabilities, Function<ToolServer, Account> accounts) {
        this.id = id;
        this.capabilities = capabilities;
        this.accounts = accounts;
    }

    @Override
    public Account account(ToolServer server) {
        return accounts.apply(server);
    }

    @Override
    public ObjectNode capabilities() {
        return capabilities;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public synchronized void atEnd(Runnable task) {
        if (ended) {
            throw new OwnerEnded(this);
        }
        endTasks.add(task);
    }

    @Override
    public Executor threads() {
        return task -> Thread.ofVirtual().name("mooring-open").start(task);
    }

    /** Ends the owner and closes its sessions. Blocks until they are closed or the thread is interrupted. Idempotent. */
    @Override
    public void close() {
        closing.lock();
        try {
            takeEndTasks().reversed().forEach(Runnable::run);
        } finally {
            closing.unlock();
        }
    }

    private synchronized List<Runnable> takeEndTasks() {
        ended = true;
        List<Runnable> taken = List.copyOf(endTasks);
        endTasks.clear();
        return taken;
    }
}
