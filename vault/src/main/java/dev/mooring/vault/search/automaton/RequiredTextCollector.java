package dev.mooring.vault.search.automaton;

import dev.mooring.vault.text.CaseFolding;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Derives the {@link RequiredText} of a syntax tree. Adjacent characters form one literal, across group borders too.
 */
final class RequiredTextCollector {

    /** Shorter texts occur in too many documents to exclude any. */
    private static final int MIN_LENGTH = 3;

    private final List<RequiredText> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    private RequiredTextCollector() {}

    static RequiredText collect(Syntax syntax) {
        var collector = new RequiredTextCollector();
        collector.add(syntax);
        return collector.result();
    }

    private RequiredText result() {
        endLiteral();
        return switch (parts.size()) {
            case 0 -> RequiredText.NOTHING;
            case 1 -> parts.getFirst();
            default -> new RequiredText.AllOf(List.copyOf(parts));
        };
    }

    private void add(Syntax syntax) {
        switch (syntax) {
            case Syntax.OneOf(CodePoints characters) ->
                onlyLetter(characters).ifPresentOrElse(literal::appendCodePoint, this::endLiteral);
            case Syntax.Sequence(List<Syntax> sequence) -> sequence.forEach(this::add);
            case Syntax.Alternatives(List<Syntax> branches) -> {
                endLiteral();
                addAnyOf(branches);
            }
            case Syntax.Repeated(Syntax part, int min, int max) -> {
                if (min > 0) {
                    add(part);
                }
                if (min != 1 || max != 1) {
                    endLiteral();
                }
            }
            case Syntax.Assertion _ -> {
                // An assertion consumes no character, so its neighbours are adjacent in the text.
            }
        }
    }

    private void addAnyOf(List<Syntax> branches) {
        List<RequiredText> alternatives =
                branches.stream().map(RequiredTextCollector::collect).toList();
        if (!alternatives.contains(RequiredText.NOTHING)) {
            parts.add(new RequiredText.AnyOf(alternatives));
        }
    }

    private void endLiteral() {
        if (literal.length() >= MIN_LENGTH) {
            parts.add(new RequiredText.Literal(literal.toString()));
        }
        literal.setLength(0);
    }

    /** Returns a member of the set if all its members are the same letter, ignoring case. */
    private static OptionalInt onlyLetter(CodePoints characters) {
        if (characters.ranges().isEmpty()) {
            return OptionalInt.empty();
        }
        int letter = characters.ranges().getFirst().first();
        for (CodePoints.Range range : characters.ranges()) {
            for (int c = range.first(); c <= range.last(); c++) {
                if (c != letter && !isSameLetter(c, letter)) {
                    return OptionalInt.empty();
                }
            }
        }
        return OptionalInt.of(letter);
    }

    /** Outside the BMP case variants count as different, because texts are compared by UTF-16 unit. */
    private static boolean isSameLetter(int a, int b) {
        return Character.isBmpCodePoint(a)
                && Character.isBmpCodePoint(b)
                && CaseFolding.fold((char) a) == CaseFolding.fold((char) b);
    }
}
