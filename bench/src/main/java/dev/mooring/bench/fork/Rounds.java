package dev.mooring.bench.fork;

import dev.mooring.bench.measure.Bench;
import dev.mooring.bench.measure.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Runs contenders in turns, so that other load on the machine affects all of them. */
public final class Rounds {
    private static final long MOST_WARM_UP_NANOS = 25_000_000_000L;
    private static final double STILL_FALLING = 0.95;

    private final Map<String, ForkedWorker<Load, LoadResult>> contenders = new LinkedHashMap<>();
    private final Bench bench;

    public Rounds(Bench bench) {
        this.bench = bench;
    }

    public Rounds with(String name, ForkedWorker<Load, LoadResult> contender) {
        contenders.put(name, contender);
        return this;
    }

    /** The results of all rounds. */
    public static final class Outcome {
        private final Map<String, List<LoadResult>> all = new LinkedHashMap<>();

        /** Adds the rounds of another outcome of the same contenders. */
        public void addAll(Outcome other) {
            other.all.forEach((name, result) -> add(name, result));
        }

        private void add(String name, List<LoadResult> result) {
            all.computeIfAbsent(name, first -> new ArrayList<>()).addAll(result);
        }

        public List<LoadResult> of(String name) {
            return all.getOrDefault(name, List.of());
        }

        public List<LoadResult> cleanOf(String name) {
            return of(name).stream().filter(LoadResult::isClean).toList();
        }

        /** Returns the minimum of a figure over the rounds without failures; NaN if there are none. */
        public double least(String name, ToDoubleFunction<LoadResult> figure) {
            return figures(name, figure).min().orElse(Double.NaN);
        }

        /** Returns the maximum of a figure over the rounds without failures; NaN if there are none. */
        public double most(String name, ToDoubleFunction<LoadResult> figure) {
            return figures(name, figure).max().orElse(Double.NaN);
        }

        /** Returns the median of a figure over the rounds without failures; NaN if there are none. */
        public double median(String name, ToDoubleFunction<LoadResult> figure) {
            double[] sorted = figures(name, figure).sorted().toArray();
            int half = sorted.length / 2;
            if (sorted.length == 0) {
                return Double.NaN;
            }
            return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        }

        private DoubleStream figures(String name, ToDoubleFunction<LoadResult> figure) {
            return cleanOf(name).stream().mapToDouble(figure);
        }
    }

    /** Warms all contenders up until the processor time per call is stable. */
    public Rounds warmUp(Load load) throws IOException {
        return warmUp(load, 0);
    }

    /**
     * Warms all contenders up, for code whose cost falls again after the JIT compiler has run.
     *
     * @param calls the minimum number of calls, if the time allows
     */
    public Rounds warmUp(Load load, long calls) throws IOException {
        for (var contender : contenders.entrySet()) {
            LoadResult last = settle(contender.getValue(), load, calls);
            bench.say("  warmed up " + contender.getKey() + summary(last));
        }
        return this;
    }

    private static LoadResult settle(ForkedWorker<Load, LoadResult> contender, Load load, long calls)
            throws IOException {
        long began = System.nanoTime();
        LoadResult result = contender.perform(load);
        long answered = result.answered();
        double least = result.cpuMicros();
        int settled = 0;
        while ((settled < 2 || answered < calls) && System.nanoTime() - began < MOST_WARM_UP_NANOS) {
            result = contender.perform(load);
            answered += result.answered();
            settled = result.cpuMicros() > STILL_FALLING * least ? settled + 1 : 0;
            least = Math.min(least, result.cpuMicros());
        }
        return result;
    }

    public Outcome run(int rounds, Load load) throws IOException {
        Outcome outcome = new Outcome();
        List<Map.Entry<String, ForkedWorker<Load, LoadResult>>> order = new ArrayList<>(contenders.entrySet());
        for (int round = 1; round <= rounds; round++) {
            for (var contender : order) {
                LoadResult result = contender.getValue().perform(load);
                outcome.add(contender.getKey(), List.of(result));
                bench.say("  round " + round + "/" + rounds + " " + contender.getKey() + summary(result));
            }
            order = order.reversed(); // so that no contender always runs after the same other one
        }
        return outcome;
    }

    private static String summary(LoadResult result) {
        String text = ": " + Figures.perSecond(result.perSecond()) + ", p50 " + Figures.micros(result.p50Micros())
                + ", CPU " + Figures.micros(result.cpuMicros()) + " per call";
        return result.isClean()
                ? text
                : text + ", " + result.lost() + " lost, " + result.stalled() + " over 1 s " + result.fault();
    }
}
