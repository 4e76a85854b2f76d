package dev.mooring.bench.measure;

import java.util.Arrays;

/** A collection of durations in nanoseconds. Not thread-safe. */
public final class Samples {
    private long[] values = new long[1024];
    private int count;

    public void add(long nanos) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = nanos;
    }

    public void addAll(Samples others) {
        if (count + others.count > values.length) {
            values = Arrays.copyOf(values, Math.max(values.length * 2, count + others.count));
        }
        System.arraycopy(others.values, 0, values, count, others.count);
        count += others.count;
    }

    public int count() {
        return count;
    }

    /** Returns the number of durations that are longer than the given one. */
    public long over(long nanos) {
        return Arrays.stream(values, 0, count).filter(value -> value > nanos).count();
    }

    /** Returns the percentile of a share of all values in microseconds; NaN if there are no values. */
    public double percentileMicros(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(share * count);
        return sorted[Math.clamp(rank - 1, 0, count - 1)] / 1000.0;
    }
}
