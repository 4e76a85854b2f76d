package dev.mooring.vault.files;

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

    void add(FolderEntry file, FileState state) {
        synchronized (states) {
            states.put(key(file, state), state);
        }
    }

    /** Returns whether this process wrote the file, and no program has written it since. */
    boolean contains(FolderEntry file, FileState state) {
        synchronized (states) {
            FileState own = states.get(key(file, state));
            return own != null && own.isSameContent(state);
        }
    }

    private static String key(FolderEntry file, FileState state) {
        return file.name() + "/" + state.inode();
    }
}
