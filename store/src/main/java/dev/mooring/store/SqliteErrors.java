package dev.mooring.store;

import java.sql.SQLException;

/** The primary result codes of SQLite that mean something to a user. */
final class SqliteErrors {
    static final int BUSY = 5;
    private static final int READ_ONLY = 8;
    private static final int IO_ERROR = 10;
    static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANNOT_OPEN = 14;
    private static final int NOT_A_DATABASE = 26;

    private SqliteErrors() {}

    /** Returns whether the file is damaged or is not a SQLite file. */
    static boolean isDamage(SQLException e) {
        int code = e.getErrorCode() & 0xff;
        return code == CORRUPT || code == NOT_A_DATABASE;
    }

    /** Returns whether another connection holds a lock. */
    static boolean isBusy(SQLException e) {
        return (e.getErrorCode() & 0xff) == BUSY;
    }

    /** Returns the reason and what to do. */
    static String explain(SQLException e) {
        return switch (e.getErrorCode() & 0xff) {
            case BUSY -> "another process holds it. Stop that process, or choose another file with --store.";
            case READ_ONLY, CANNOT_OPEN ->
                "it cannot be written. Check the permissions of the file and its folder, or choose another file with"
                        + " --store.";
            case FULL -> "the disk is full. Free some space.";
            case IO_ERROR -> "reading or writing the disk failed. Check the disk and its free space.";
            case CORRUPT, NOT_A_DATABASE -> "it is damaged. Restart to move it aside and begin a new one.";
            default -> e.getMessage() + ".";
        };
    }
}
