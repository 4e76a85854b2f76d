package dev.mooring.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A file of rows that SQLite does not have yet. It is mapped into memory, so that an append costs no system call, and what was
 * appended survives the end of the process. After a power failure the last rows may be missing.
 *
 * <p>The file has a fixed size, so that an append needs no new space on the disk. It starts with a header: a magic number, the
 * version of the format, and a byte in which another process can ask the process that appends to stop. Then follow the
 * records: checksum, length, generation, row. When SQLite has the rows, the next generation overwrites the records from the
 * start. A generation therefore ends at the first record that is truncated or has another generation.
 *
 * <p>Not thread-safe.
 */
final class HandleJournal implements AutoCloseable {
    static final int SIZE = 512 * 1024;
    private static final int MAGIC = 0x4d4f4f52; // "MOOR"
    private static final int VERSION = 1;
    private static final int STOP_OFFSET = 2 * Integer.BYTES;
    private static final int START = 16;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int RECORD_HEADER = 2 * Integer.BYTES + Long.BYTES;

    private final FileChannel channel;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment mapped;
    private long generation;
    private int position = START;

    /** Thrown if the file is not a journal that this version can read. */
    static final class Unreadable extends IOException {
        private static final long serialVersionUID = 1;

        Unreadable(String message) {
            super(message);
        }
    }

    private HandleJournal(FileChannel channel) throws IOException {
        this.channel = channel;
        this.mapped = channel.map(MapMode.READ_WRITE, 0, SIZE, arena);
    }

    /**
     * Opens a file, and creates it if it does not exist. Only its owner can read it.
     *
     * @throws Unreadable if the file is damaged, or a newer version has written it
     */
    static HandleJournal open(Path file) throws IOException {
        OwnerOnlyFile.create(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean isOpen = false;
        try {
            checkHeader(channel);
            for (long end = channel.size(); end < SIZE; end = channel.size()) { // truncated, or new
                channel.write(ByteBuffer.allocate((int) (SIZE - end)), end);
            }
            channel.write(
                    ByteBuffer.allocate(STOP_OFFSET)
                            .putInt(MAGIC)
                            .putInt(VERSION)
                            .flip(),
                    0);
            var journal = new HandleJournal(channel);
            isOpen = true;
            return journal;
        } finally {
            if (!isOpen) {
                channel.close();
            }
        }
    }

    private static void checkHeader(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(STOP_OFFSET);
        while (header.hasRemaining() && channel.read(header, header.position()) > 0) {
            // The rest of a short file is zero.
        }
        int magic = header.getInt(0);
        int version = header.getInt(Integer.BYTES);
        if (magic == MAGIC && version > VERSION) {
            throw new Unreadable("was written by a newer version of Mooring");
        }
        boolean isNew = magic == 0 && version == 0; // also if the process that created the file was killed
        if (!isNew && (magic != MAGIC || version != VERSION)) {
            throw new Unreadable("is damaged");
        }
    }

    /** Returns the rows of a generation, in the order in which they were appended. */
    List<ScopedRow> read(long wanted) {
        List<ScopedRow> rows = new ArrayList<>();
        int at = START;
        while (at + RECORD_HEADER <= SIZE) {
            int length = mapped.get(INT, at + Integer.BYTES);
            if (length < 0 || length > SIZE - RECORD_HEADER - at) {
                return rows;
            }
            byte[] record = mapped.asSlice(at, RECORD_HEADER + length).toArray(ValueLayout.JAVA_BYTE);
            ByteBuffer header = ByteBuffer.wrap(record);
            if (header.getInt(0) != checksum(record) || header.getLong(2 * Integer.BYTES) != wanted) {
                return rows;
            }
            rows.add(ScopedRow.decode(header.position(RECORD_HEADER).slice()));
            at += record.length;
        }
        return rows;
    }

    private static int checksum(byte[] record) {
        var checksum = new CRC32C();
        checksum.update(record, Integer.BYTES, record.length - Integer.BYTES);
        return (int) checksum.getValue();
    }

    /** Begins a generation, which overwrites all others. */
    void begin(long number) {
        generation = number;
        position = START;
    }

    long generation() {
        return generation;
    }

    /** Appends a row. Returns false if the file has no room for it, or cannot be written. */
    boolean append(ScopedRow row) {
        byte[] encoded = row.encode();
        int size = RECORD_HEADER + encoded.length;
        if (size > SIZE - position) {
            return false;
        }
        byte[] record = new byte[size];
        ByteBuffer buffer = ByteBuffer.wrap(record);
        buffer.putInt(Integer.BYTES, encoded.length);
        buffer.putLong(2 * Integer.BYTES, generation);
        buffer.put(RECORD_HEADER, encoded);
        buffer.putInt(0, checksum(record));
        try {
            MemorySegment.copy(record, 0, mapped, ValueLayout.JAVA_BYTE, position, size);
        } catch (InternalError e) { // the file was truncated, or its file system needs new blocks and the disk is full
            return false;
        }
        position += size;
        return true;
    }

    /** Asks the process that appends to a file to stop. Does nothing if the file is not a journal yet. */
    static void requestStop(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) == SIZE) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                writeStopByte(channel, 1);
            }
        }
    }

    /** Clears earlier requests to stop. */
    void clearStopRequest() throws IOException {
        writeStopByte(channel, 0);
    }

    private static void writeStopByte(FileChannel channel, int value) throws IOException {
        channel.write(ByteBuffer.allocate(1).put((byte) value).flip(), STOP_OFFSET);
    }

    boolean isStopRequested() throws IOException {
        ByteBuffer value = ByteBuffer.allocate(1);
        return channel.read(value, STOP_OFFSET) == 1 && value.get(0) != 0;
    }

    @Override
    public void close() throws IOException {
        arena.close();
        channel.close();
    }
}
