package dev.mooring.vault.search.automaton;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pairs of code points that differ only in case. Each pair is listed in both directions. */
final class CaseVariants {

    static final List<Pair> PAIRS = pairs();

    record Pair(int one, int other) {}

    private CaseVariants() {}

    private static List<Pair> pairs() {
        Map<Integer, List<Integer>> variants = new HashMap<>();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            int folded = Character.toLowerCase(Character.toUpperCase(c));
            if (folded != c) {
                variants.computeIfAbsent(folded, first -> new ArrayList<>(List.of(first)))
                        .add(c);
            }
        }
        List<Pair> pairs = new ArrayList<>();
        for (List<Integer> same : variants.values()) {
            for (int one : same) {
                same.stream().filter(other -> other != one).forEach(other -> pairs.add(new Pair(one, other)));
            }
        }
        return List.copyOf(pairs);
    }
}
