package dev.mooring.auth.client;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A store of named texts, with an exclusive lock per name. */
interface TextStore {
    List<String> names() throws IOException;

    @Nullable
    String read(String name) throws IOException;

    void write(String name, String text) throws IOException;

    void delete(String name) throws IOException;

    /** Waits for the lock of a name. Closing the result releases it. */
    Lock lock(String name) throws IOException, InterruptedException;

    /** A held lock. */
    interface Lock extends AutoCloseable {
        @Override
        void close();
    }

    /** A store in memory, for one process. */
    final class InMemory implements TextStore {
        private final Map<String, String> texts = new ConcurrentHashMap<>();
        private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

        @Override
        public List<String> names() {
            return List.copyOf(texts.keySet());
        }

        @Override
        public @Nullable String read(String name) {
            return texts.get(name);
        }

        @Override
        public void write(String name, String text) {
            texts.put(name, text);
        }

        @Override
        public void delete(String name) {
            texts.remove(name);
        }

        @Override
        public Lock lock(String name) throws InterruptedException {
            ReentrantLock lock = locks.computeIfAbsent(name, _ -> new ReentrantLock());
            lock.lockInterruptibly();
            return lock::unlock;
        }
    }
}
