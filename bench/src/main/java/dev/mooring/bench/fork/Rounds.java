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

/** Contenders that take turns, so that whatever else the machine does meets all of them. */
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

    /** What came of all rounds. */
    public static final class Outcome {
        private final Map<String, List<LoadResult>> all = new LinkedHashMap<>();

        /** Counts the rounds of another race of the same contenders too. */
        public void addAll(Outcome other) {
            other.all.forEach((name, borne) -> add(name, borne));
        }

        private void add(String name, List<LoadResult> borne) {
            all.computeIfAbsent(name, first -> new ArrayList<>()).addAll(borne);
        }

        public List<LoadResult> of(String name) {
            return all.getOrDefault(name, List.of());
        }

        public List<LoadResult> cleanOf(String name) {
            return of(name).stream().filter(LoadResult::isClean).toList();
        }

        /** The least of a figure over the clean rounds; NaN where there is none. */
        public double least(String name, ToDoubleFunction<LoadResult> figure) {
            return figures(name, figure).min().orElse(Double.NaN);
        }

        /** The most of a figure over the clean rounds; NaN where there is none. */
        public double most(String name, ToDoubleFunction<LoadResult> figure) {
            return figures(name, figure).max().orElse(Double.NaN);
        }

        /** The middle of a figure over the clean rounds; NaN where there is none. */
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

    /** Lets everybody bear the load without counting, again and again until the processor time of a call settles. */
    public Rounds warmUp(Load load) throws IOException {
        return warmUp(load, 0);
    }

    /**
     * The same, for what settles only to fall again when the compiler comes to it.
     *
     * @param calls how many must have been answered at least, if the time allows
     */
    public Rounds warmUp(Load load, long calls) throws IOException {
        for (var contender : contenders.entrySet()) {
            LoadResult last = settle(contender.getValue(), load, calls);
            bench.say("  warmed up " + contender.getKey() + said(last));
        }
        return this;
    }

    private static LoadResult settle(ForkedWorker<Load, LoadResult> contender, Load load, long calls)
            throws IOException {
        long began = System.nanoTime();
        LoadResult borne = contender.perform(load);
        long answered = borne.answered();
        double least = borne.cpuMicros();
        int settled = 0;
        while ((settled < 2 || answered < calls) && System.nanoTime() - began < MOST_WARM_UP_NANOS) {
            borne = contender.perform(load);
            answered += borne.answered();
            settled = borne.cpuMicros() > STILL_FALLING * least ? settled + 1 : 0;
            least = Math.min(least, borne.cpuMicros());
        }
        return borne;
    }

    public Outcome run(int rounds, Load load) throws IOException {
        Outcome outcome = new Outcome();
        List<Map.Entry<String, ForkedWorker<Load, LoadResult>>> order = new ArrayList<>(contenders.entrySet());
        for (int round = 1; round <= rounds; round++) {
            for (var contender : order) {
                LoadResult borne = contender.getValue().perform(load);
                outcome.add(contender.getKey(), List.of(borne));
                bench.say("  round " + round + "/" + rounds + " " + contender.getKey() + said(borne));
            }
            order = order.reversed(); // nobody is always the one after the same other one
        }
        return outcome;
    }

    private static String said(LoadResult borne) {
        String text = ": " + Figures.perSecond(borne.perSecond()) + ", p50 " + Figures.micros(borne.p50Micros())
                + ", CPU " + Figures.micros(borne.cpuMicros()) + " per call";
        return borne.isClean()
                ? text
                : text + ", " + borne.lost() + " lost, " + borne.stalled() + " over 1 s " + borne.fault();
    }
}
