package dev.mooring.vault.search.automaton;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A set of code points without surrogates, as ascending ranges that do not touch. */
record CodePoints(List<Range> ranges) {

    static final CodePoints NONE = new CodePoints(List.of());
    static final CodePoints DIGITS = of('0', '9');
    static final CodePoints WORD = DIGITS.with(of('A', 'Z')).with(of('a', 'z')).with(of('_', '_'));
    static final CodePoints SPACE = of('\t', '\n').with(of('\f', '\r')).with(of(' ', ' '));
    static final CodePoints ALL = NONE.negated();

    /** The code points from {@code first} to {@code last}, inclusive. */
    record Range(int first, int last) {}

    static CodePoints of(int first, int last) {
        return new CodePoints(List.of(new Range(first, last)));
    }

    CodePoints with(CodePoints others) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.addAll(others.ranges);
        sorted.sort(Comparator.comparingInt(Range::first));
        List<Range> merged = new ArrayList<>();
        for (Range range : sorted) {
            Range before = merged.isEmpty() ? null : merged.getLast();
            if (before != null && range.first <= before.last + 1) {
                merged.set(merged.size() - 1, new Range(before.first, Math.max(before.last, range.last)));
            } else {
                merged.add(range);
            }
        }
        return new CodePoints(List.copyOf(merged));
    }

    CodePoints negated() {
        List<Range> others = new ArrayList<>();
        int next = 0;
        for (Range range : ranges) {
            addWithoutSurrogates(others, next, range.first - 1);
            next = range.last + 1;
        }
        addWithoutSurrogates(others, next, Character.MAX_CODE_POINT);
        return new CodePoints(List.copyOf(others));
    }

    private static void addWithoutSurrogates(List<Range> ranges, int first, int last) {
        if (first < Character.MIN_SURROGATE && first <= last) {
            ranges.add(new Range(first, Math.min(last, Character.MIN_SURROGATE - 1)));
        }
        if (last > Character.MAX_SURROGATE && first <= last) {
            ranges.add(new Range(Math.max(first, Character.MAX_SURROGATE + 1), last));
        }
    }

    /** Returns this set with all code points that differ from its members only in case. */
    CodePoints withCaseVariants() {
        CodePoints more = this;
        for (CaseVariants.Pair pair : CaseVariants.PAIRS) {
            if (contains(pair.one()) && !more.contains(pair.other())) {
                more = more.with(of(pair.other(), pair.other()));
            }
        }
        return more;
    }

    boolean contains(int codePoint) {
        int low = 0;
        int high = ranges.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Range range = ranges.get(middle);
            if (codePoint < range.first) {
                high = middle - 1;
            } else if (codePoint > range.last) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }
}
