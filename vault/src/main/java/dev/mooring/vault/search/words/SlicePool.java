package dev.mooring.vault.search.words;

import java.util.ArrayList;
import java.util.List;

/**
 * Growing lists of bytes in shared blocks. A list is a chain of slices, each larger than the one before. So a list that grows
 * is not copied, and the garbage collector sees a few large arrays. Not thread-safe.
 *
 * <p>A slice has an address: the number of its block and the offset there. It begins with a header: four bytes with the
 * address of the next slice plus 1, two bytes with its size, and two with its capacity.
 */
final class SlicePool {

    private static final int BLOCK_BITS = 16;
    private static final int BLOCK_SIZE = 1 << BLOCK_BITS;
    private static final int NEXT = 0;
    private static final int SIZE = 4;
    private static final int CAPACITY = 6;
    private static final int HEADER = 8;

    private static final int FIRST_CAPACITY = 56;
    private static final int MAX_CAPACITY = 4_096;

    private final List<byte[]> blocks = new ArrayList<>();

    /** The offset of the free space in the last block. */
    private int free = BLOCK_SIZE;

    /**
     * Appends bytes to a list. They stay together in one slice.
     *
     * @param last the last slice of the list; -1 if the list is empty
     * @param length at most {@link #FIRST_CAPACITY}
     * @return the last slice now
     */
    int append(int last, byte[] source, int from, int length) {
        int slice = last;
        if (last < 0) {
            slice = allocate(FIRST_CAPACITY);
        } else {
            int capacity = number(last, CAPACITY);
            if (size(last) + length > capacity) {
                slice = allocate(Math.min(capacity + (capacity >> 1), MAX_CAPACITY));
                setNumber(last, NEXT, slice + 1);
                setNumber(last, NEXT + 2, (slice + 1) >>> 16);
            }
        }
        int size = size(slice);
        System.arraycopy(source, from, block(slice), start(slice) + size, length);
        setNumber(slice, SIZE, size + length);
        return slice;
    }

    private int allocate(int capacity) {
        if (free + HEADER + capacity > BLOCK_SIZE) {
            blocks.add(new byte[BLOCK_SIZE]);
            free = 0;
        }
        int slice = (blocks.size() - 1) << BLOCK_BITS | free;
        free += HEADER + capacity;
        setNumber(slice, CAPACITY, capacity);
        return slice;
    }

    /** Returns the slice after a slice, or -1. */
    int next(int slice) {
        return (number(slice, NEXT) | number(slice, NEXT + 2) << 16) - 1;
    }

    byte[] block(int slice) {
        return blocks.get(slice >>> BLOCK_BITS);
    }

    /** Returns where the bytes of a slice begin in its block. */
    int start(int slice) {
        return (slice & (BLOCK_SIZE - 1)) + HEADER;
    }

    /** Returns how many bytes a slice has. */
    int size(int slice) {
        return number(slice, SIZE);
    }

    /** Returns a number of two bytes in the header of a slice. */
    private int number(int slice, int offset) {
        byte[] block = block(slice);
        int at = (slice & (BLOCK_SIZE - 1)) + offset;
        return (block[at] & 0xFF) | (block[at + 1] & 0xFF) << 8;
    }

    private void setNumber(int slice, int offset, int number) {
        byte[] block = block(slice);
        int at = (slice & (BLOCK_SIZE - 1)) + offset;
        block[at] = (byte) number;
        block[at + 1] = (byte) (number >>> 8);
    }

    long sizeInBytes() {
        return (long) blocks.size() * BLOCK_SIZE;
    }
}
