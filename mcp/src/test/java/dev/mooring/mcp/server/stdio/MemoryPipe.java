package dev.mooring.mcp.server.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;

/** A pipe between threads. Unlike the pipe of the JDK, it works if the writing thread has ended. */
final class MemoryPipe {
    private static final byte[] END = new byte[0];

    private final LinkedBlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();

    final OutputStream output = new OutputStream() {
        @Override
        public void write(int b) {
            chunks.add(new byte[] {(byte) b});
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (length > 0) {
                chunks.add(Arrays.copyOfRange(bytes, offset, offset + length));
            }
        }

        @Override
        public void close() {
            chunks.add(END);
        }
    };

    final InputStream input = new InputStream() {
        private byte[] current = {0};
        private int position = 1;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (current.length == 0) {
                return -1;
            }
            if (position == current.length) {
                try {
                    current = chunks.take();
                    position = 0;
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
                if (current.length == 0) {
                    return -1;
                }
            }
            int count = Math.min(length, current.length - position);
            System.arraycopy(current, position, bytes, offset, count);
            position += count;
            return count;
        }
    };
}
