package dev.mooring.vault.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Myers' greedy algorithm for the shortest edit script, on numbered tokens. It keeps one frontier per step, so memory
 * grows with the square of the script's length. It aborts if the script would exceed {@link #MAX_STEPS}.
 */
final class ShortestEdit {

    private static final int MAX_STEPS = 1_500;

    private ShortestEdit() {}

    /** The tokens {@code newStart..newEnd} replace {@code oldStart..oldEnd}; ends are exclusive. */
    record Change(int oldStart, int oldEnd, int newStart, int newEnd) {}

    /**
     * Returns the changes in ascending order, with at least one unchanged token between any two; empty if the script would
     * be too long.
     */
    static Optional<List<Change>> between(int[] a, int[] b) {
        int prefix = 0;
        while (prefix < a.length && prefix < b.length && a[prefix] == b[prefix]) {
            prefix++;
        }
        int suffix = 0;
        while (suffix < a.length - prefix
                && suffix < b.length - prefix
                && a[a.length - 1 - suffix] == b[b.length - 1 - suffix]) {
            suffix++;
        }
        int[] oldMiddle = Arrays.copyOfRange(a, prefix, a.length - suffix);
        int[] newMiddle = Arrays.copyOfRange(b, prefix, b.length - suffix);
        if (oldMiddle.length == 0 && newMiddle.length == 0) {
            return Optional.of(List.of());
        }
        if (oldMiddle.length == 0 || newMiddle.length == 0) {
            return Optional.of(List.of(new Change(prefix, a.length - suffix, prefix, b.length - suffix)));
        }
        int shift = prefix;
        return search(oldMiddle, newMiddle)
                .map(changes -> changes.stream()
                        .map(c ->
                                new Change(c.oldStart + shift, c.oldEnd + shift, c.newStart + shift, c.newEnd + shift))
                        .toList());
    }

    private static Optional<List<Change>> search(int[] a, int[] b) {
        int max = Math.min(a.length + b.length, MAX_STEPS);
        List<int[]> frontiers = new ArrayList<>();
        int[] v = new int[2 * max + 3];
        int zero = max + 1;
        for (int d = 0; d <= max; d++) {
            frontiers.add(Arrays.copyOfRange(v, zero - d - 1, zero + d + 2));
            for (int k = -d; k <= d; k += 2) {
                boolean down = k == -d || (k != d && v[zero + k - 1] < v[zero + k + 1]);
                int x = down ? v[zero + k + 1] : v[zero + k - 1] + 1;
                int y = x - k;
                while (x < a.length && y < b.length && a[x] == b[y]) {
                    x++;
                    y++;
                }
                v[zero + k] = x;
                if (x >= a.length && y >= b.length) {
                    return Optional.of(trace(a.length, b.length, frontiers));
                }
            }
        }
        return Optional.empty();
    }

    private static List<Change> trace(int oldLength, int newLength, List<int[]> frontiers) {
        List<Change> reversed = new ArrayList<>();
        int x = oldLength;
        int y = newLength;
        for (int d = frontiers.size() - 1; d > 0; d--) {
            int[] v = frontiers.get(d);
            int zero = d + 1;
            int k = x - y;
            boolean down = k == -d || (k != d && v[zero + k - 1] < v[zero + k + 1]);
            int from = down ? k + 1 : k - 1;
            int fromX = v[zero + from];
            int fromY = fromX - from;
            prepend(reversed, new Change(fromX, down ? fromX : fromX + 1, fromY, down ? fromY + 1 : fromY));
            x = fromX;
            y = fromY;
        }
        return reversed.reversed();
    }

    private static void prepend(List<Change> reversed, Change step) {
        if (!reversed.isEmpty()) {
            Change next = reversed.getLast();
            if (next.oldStart == step.oldEnd && next.newStart == step.newEnd) {
                reversed.set(reversed.size() - 1, new Change(step.oldStart, next.oldEnd, step.newStart, next.newEnd));
                return;
            }
        }
        reversed.add(step);
    }
}
