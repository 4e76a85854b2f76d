package dev.mooring.vault.files;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files that this process wrote last. They need no waiting: no other program has written them since. Thread-safe. */
final class OwnWrites {

    private static final int MAX_FILES = 1_000;

    /** Guarded by itself. */
    private final Map<String, FileState> states = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, FileState> eldest) {
            return size() > MAX_FILES;
        }
    };

    void add(Path file, FileState state) {
        synchronized (states) {
            states.put(key(file, state), state);
        }
    }

    /** Returns whether this process wrote the file, and no program has written it since. */
    boolean contains(Path file, FileState state) {
        synchronized (states) {
            FileState own = states.get(key(file, state));
            return own != null && own.isSameContent(state);
        }
    }

    /** The path cannot be the key: it leads through a descriptor, which is another one in each call. */
    private static String key(Path file, FileState state) {
        return file.getFileName() + "/" + state.inode();
    }
}
