package dev.mooring.vault.search.automaton;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A non-deterministic automaton over bytes. Each instruction either takes one byte of a range and goes on, or goes on
 * without taking any: to two others, or to one other at certain places only.
 */
final class Program {

    static final int MATCH = 0;

    private static final int MOST_INSTRUCTIONS = 20_000;

    sealed interface Instruction {

        record Match() implements Instruction {}

        /** Takes a byte from low to high. */
        record Take(int low, int high, int next) implements Instruction {}

        record Fork(int next, int other) implements Instruction {}

        record At(Syntax.Place place, int next) implements Instruction {}
    }

    private Instruction[] instructions = new Instruction[64];
    private int size;

    /** Alike instructions are one. */
    private final Map<Instruction, Integer> known = new HashMap<>();

    private int start;

    private Program() {}

    /** Thrown where the pattern is too large for an automaton. */
    static final class TooLarge extends Exception {}

    static Program of(Syntax syntax) throws TooLarge {
        var program = new Program();
        program.add(new Instruction.Match());
        program.start = program.compile(syntax, MATCH);
        return program;
    }

    int start() {
        return start;
    }

    int size() {
        return size;
    }

    Instruction at(int index) {
        return instructions[index];
    }

    boolean has(Syntax.Place... places) {
        return Arrays.stream(instructions, 0, size)
                .anyMatch(it -> it instanceof Instruction.At(Syntax.Place place, int _)
                        && Arrays.asList(places).contains(place));
    }

    /** Marks each byte at which some instruction begins or ends to take. */
    void markBorders(boolean[] borders) {
        for (int i = 0; i < size; i++) {
            if (instructions[i] instanceof Instruction.Take(int low, int high, int _)) {
                borders[low] = true;
                borders[high + 1] = true;
            }
        }
    }

    /** Instructions that match the syntax and then go on to the given one; where they begin. */
    private int compile(Syntax syntax, int next) throws TooLarge {
        return switch (syntax) {
            case Syntax.OneOf(CodePoints characters) -> oneOf(characters, next);
            case Syntax.Between(Syntax.Place place) -> share(new Instruction.At(place, next));
            case Syntax.Repeated repeated -> repeated(repeated, next);
            case Syntax.Sequence(List<Syntax> parts) -> {
                int at = next;
                for (Syntax part : parts.reversed()) {
                    at = compile(part, at);
                }
                yield at;
            }
            case Syntax.Alternatives(List<Syntax> branches) -> {
                int at = compile(branches.getLast(), next);
                for (Syntax branch : branches.subList(0, branches.size() - 1).reversed()) {
                    at = share(new Instruction.Fork(compile(branch, next), at));
                }
                yield at;
            }
        };
    }

    private int oneOf(CodePoints characters, int next) throws TooLarge {
        int all = -1;
        for (CodePoints.Range range : characters.ranges()) {
            for (int[] bytes : Utf8Ranges.of(range)) {
                int at = next;
                for (int i = bytes.length - 2; i >= 0; i -= 2) {
                    at = share(new Instruction.Take(bytes[i], bytes[i + 1], at));
                }
                all = all < 0 ? at : share(new Instruction.Fork(at, all));
            }
        }
        // A class without any character takes no byte there is.
        return all < 0 ? share(new Instruction.Take(0xFF, 0xFF, next)) : all;
    }

    private int repeated(Syntax.Repeated repeated, int next) throws TooLarge {
        int at = next;
        if (repeated.most() < 0) {
            int fork = add(new Instruction.Fork(next, next));
            instructions[fork] = new Instruction.Fork(compile(repeated.part(), fork), next);
            at = fork;
        } else {
            for (int i = repeated.least(); i < repeated.most(); i++) {
                at = share(new Instruction.Fork(compile(repeated.part(), at), next));
            }
        }
        for (int i = 0; i < repeated.least(); i++) {
            at = compile(repeated.part(), at);
        }
        return at;
    }

    private int share(Instruction instruction) throws TooLarge {
        Integer before = known.get(instruction);
        if (before != null) {
            return before;
        }
        int index = add(instruction);
        known.put(instruction, index);
        return index;
    }

    private int add(Instruction instruction) throws TooLarge {
        if (size == MOST_INSTRUCTIONS) {
            throw new TooLarge();
        }
        if (size == instructions.length) {
            instructions = Arrays.copyOf(instructions, size * 2);
        }
        instructions[size] = instruction;
        return size++;
    }
}
