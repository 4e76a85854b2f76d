package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A process that holds a lock on a byte of a file. Known only on Linux, which lists all locks. */
record LockHolder(long process) {

    private static final Path LOCKS = Path.of("/proc/locks");

    /** Finds the process that holds the lock; empty if it is unknown. */
    static Optional<LockHolder> of(Path file, int position) {
        try {
            String inode = ":" + Files.getAttribute(file, "unix:ino");
            // Such as "1: POSIX  ADVISORY  WRITE 4242 08:01:131 17 17", with a device, an inode and a range.
            return Files.readAllLines(LOCKS).stream()
                    .map(line -> line.trim().split("\\s+"))
                    .filter(columns -> columns.length == 8 && columns[5].endsWith(inode))
                    .filter(columns -> columns[6].equals(String.valueOf(position)))
                    .map(columns -> Long.parseLong(columns[4]))
                    .filter(process -> process > 0)
                    .map(LockHolder::new)
                    .findFirst();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the process with its program and user. */
    String describe() {
        Optional<ProcessHandle.Info> info = ProcessHandle.of(process).map(ProcessHandle::info);
        String program = info.flatMap(ProcessHandle.Info::command)
                .map(command -> Path.of(command).getFileName().toString() + ", ")
                .orElse("");
        String user = info.flatMap(ProcessHandle.Info::user).orElse("user unknown");
        return "process " + process + " (" + program + user + ")";
    }
}
