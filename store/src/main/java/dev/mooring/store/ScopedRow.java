package dev.mooring.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.handle.HandleKey;
import dev.mooring.store.HandleTable.Row;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** A row of a handle, with the scope that it belongs to: one record of a {@link HandleJournal}. */
record ScopedRow(String scope, Row row) {
    private static final int KEY_LENGTH = 32;

    byte[] encode() {
        byte[] scopeBytes = scope.getBytes(UTF_8);
        byte[] owner = SqlHandleTable.text(row.owner()).getBytes(UTF_8);
        byte[] state = row.state().getBytes(UTF_8);
        int texts = 2 * Integer.BYTES + scopeBytes.length + owner.length + state.length;
        return ByteBuffer.allocate(KEY_LENGTH + 2 * Long.BYTES + texts)
                .put(SqlHandleTable.bytes(row.key()))
                .putLong(row.used())
                .putLong(row.revision())
                .putInt(scopeBytes.length)
                .put(scopeBytes)
                .putInt(owner.length)
                .put(owner)
                .put(state)
                .array();
    }

    static ScopedRow decode(ByteBuffer buffer) {
        var key = new HandleKey(HexFormat.of().formatHex(next(buffer, KEY_LENGTH)));
        long used = buffer.getLong();
        long revision = buffer.getLong();
        String scope = new String(next(buffer, buffer.getInt()), UTF_8);
        String owner = new String(next(buffer, buffer.getInt()), UTF_8);
        String state = new String(next(buffer, buffer.remaining()), UTF_8);
        return new ScopedRow(scope, new Row(key, SqlHandleTable.owner(owner), state, used, revision));
    }

    private static byte[] next(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }
}
