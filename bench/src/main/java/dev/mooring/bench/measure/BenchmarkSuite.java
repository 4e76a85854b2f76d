package dev.mooring.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A suite of benchmarks, each with results that are judged against a target. */
public record BenchmarkSuite(String name, String about, List<Benchmark> benchmarks) implements Suite {
    public BenchmarkSuite {
        benchmarks = List.copyOf(benchmarks);
    }

    @Override
    public List<String> parts() {
        return benchmarks.stream().map(Benchmark::name).toList();
    }

    /** A part that lacks a prerequisite or fails loses only its own rows, and counts as a missed target. */
    @Override
    public Report run(Set<String> only, Bench bench) throws InterruptedException {
        List<Benchmark> chosen = benchmarks.stream()
                .filter(benchmark -> only.contains(benchmark.name()))
                .toList();
        Map<Benchmark, String> missing = missingPrerequisites(chosen, bench);
        missing.forEach((benchmark, reason) -> bench.say(benchmark.name() + " cannot run: " + reason));
        List<Result> results = new ArrayList<>();
        for (Benchmark benchmark : chosen) {
            String reason = missing.get(benchmark);
            if (reason != null) {
                results.add(Result.notMeasured(benchmark.name(), reason));
            } else {
                bench.say(benchmark.name());
                results.addAll(run(benchmark, bench));
            }
        }
        return report(results);
    }

    private static Map<Benchmark, String> missingPrerequisites(List<Benchmark> chosen, Bench bench) {
        Map<Benchmark, String> missing = new LinkedHashMap<>();
        for (Benchmark benchmark : chosen) {
            for (Prerequisite prerequisite : benchmark.prerequisites()) {
                if (!prerequisite.isPresent().test(bench.root())) {
                    missing.put(
                            benchmark, prerequisite.name() + " is missing. Install it with: " + prerequisite.remedy());
                }
            }
        }
        return missing;
    }

    private static List<Result> run(Benchmark benchmark, Bench bench) throws InterruptedException {
        try {
            return benchmark.run(bench);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            bench.say(benchmark.name() + " failed: " + e);
            return List.of(Result.notMeasured(benchmark.name(), e.toString()));
        }
    }

    private static Report report(List<Result> results) {
        Table table = new Table("benchmark", "ours", "peer", "ratio", "target", "met", "note");
        results.forEach(result -> table.add(
                result.what(),
                result.ours(),
                result.peer(),
                result.ratio(),
                result.target().text(),
                result.verdict(),
                result.note()));
        return new Report(
                table, results.stream().noneMatch(result -> result.verdict().equals(Result.MISSED)));
    }
}
