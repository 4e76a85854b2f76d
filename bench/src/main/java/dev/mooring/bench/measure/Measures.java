package dev.mooring.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A suite of measures that each find how far one thing reaches. */
public record Measures(String name, String about, List<Measure> measures) implements Suite {
    public Measures {
        measures = List.copyOf(measures);
    }

    @Override
    public List<String> parts() {
        return measures.stream().map(Measure::name).toList();
    }

    @Override
    public Report run(Set<String> only, Bench bench) throws Exception {
        List<Finding> findings = new ArrayList<>();
        for (Measure measure : measures) {
            if (only.contains(measure.name())) {
                bench.say(measure.name());
                findings.addAll(measure.take(bench));
            }
        }
        Table table = new Table("measure", "ours", "peer", "ratio", "reach", "reached", "note");
        findings.forEach(finding -> table.add(
                finding.what(),
                finding.ours(),
                finding.peer(),
                finding.ratio(),
                finding.reach().text(),
                finding.verdict(),
                finding.note()));
        return new Report(
                table, findings.stream().noneMatch(finding -> finding.verdict().equals(Finding.NO)));
    }
}
