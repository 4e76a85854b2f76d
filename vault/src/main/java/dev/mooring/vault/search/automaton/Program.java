package dev.mooring.vault.search.automaton;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A non-deterministic automaton over bytes. An instruction either consumes one byte, or leads to other instructions
 * without consuming any.
 */
final class Program {

    static final int MATCH = 0;

    static final int MAX_INSTRUCTIONS = 20_000;

    /** Parts that need no instruction, such as {@code ()}, can be repeated as often as any other part. */
    private static final int MAX_PARTS = 10 * MAX_INSTRUCTIONS;

    /** One instruction; {@code next} and {@code other} are indices of instructions. */
    sealed interface Instruction {

        record Match() implements Instruction {}

        /** Consumes a byte from {@code low} to {@code high}. */
        record Consume(int low, int high, int next) implements Instruction {}

        /** Continues at both instructions. */
        record Split(int next, int other) implements Instruction {}

        /** Continues only at a certain kind of position. */
        record Assert(Syntax.Position position, int next) implements Instruction {}
    }

    private Instruction[] instructions = new Instruction[64];
    private int size;
    private int parts;

    /** Indices of the instructions, so that equal ones are shared. */
    private final Map<Instruction, Integer> indices = new HashMap<>();

    private int start;

    private Program() {}

    private static final class TooLarge extends Exception {}

    /** Compiles a syntax tree; empty if the program would exceed {@link #MAX_INSTRUCTIONS} or {@link #MAX_PARTS}. */
    static Optional<Program> of(Syntax syntax) {
        var program = new Program();
        try {
            program.add(new Instruction.Match());
            program.start = program.compile(syntax, MATCH);
            return Optional.of(program);
        } catch (TooLarge e) {
            return Optional.empty();
        }
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

    boolean asserts(Syntax.Position... positions) {
        return Arrays.stream(instructions, 0, size)
                .anyMatch(it -> it instanceof Instruction.Assert(Syntax.Position position, int _)
                        && Arrays.asList(positions).contains(position));
    }

    /** Marks each byte value at which the range of some instruction begins, and each value after its end. */
    void markBorders(boolean[] borders) {
        for (int i = 0; i < size; i++) {
            if (instructions[i] instanceof Instruction.Consume(int low, int high, int _)) {
                borders[low] = true;
                borders[high + 1] = true;
            }
        }
    }

    /** Adds instructions that match the syntax and then continue at {@code next}; returns the index of the first. */
    private int compile(Syntax syntax, int next) throws TooLarge {
        if (++parts > MAX_PARTS) {
            throw new TooLarge();
        }
        return switch (syntax) {
            case Syntax.OneOf(CodePoints characters) -> oneOf(characters, next);
            case Syntax.Assertion(Syntax.Position position) -> share(new Instruction.Assert(position, next));
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
                    at = share(new Instruction.Split(compile(branch, next), at));
                }
                yield at;
            }
        };
    }

    private int oneOf(CodePoints characters, int next) throws TooLarge {
        int alternatives = -1;
        for (CodePoints.Range range : characters.ranges()) {
            for (int[] bytes : Utf8Ranges.of(range)) {
                int at = next;
                for (int i = bytes.length - 2; i >= 0; i -= 2) {
                    at = share(new Instruction.Consume(bytes[i], bytes[i + 1], at));
                }
                alternatives = alternatives < 0 ? at : share(new Instruction.Split(at, alternatives));
            }
        }
        // An empty class never matches: no UTF-8 text contains the byte 0xFF.
        return alternatives < 0 ? share(new Instruction.Consume(0xFF, 0xFF, next)) : alternatives;
    }

    private int repeated(Syntax.Repeated repeated, int next) throws TooLarge {
        int at = next;
        if (repeated.max() == Syntax.Repeated.UNBOUNDED) {
            int split = add(new Instruction.Split(next, next));
            instructions[split] = new Instruction.Split(compile(repeated.part(), split), next);
            at = split;
        } else {
            for (int i = repeated.min(); i < repeated.max(); i++) {
                at = share(new Instruction.Split(compile(repeated.part(), at), next));
            }
        }
        for (int i = 0; i < repeated.min(); i++) {
            at = compile(repeated.part(), at);
        }
        return at;
    }

    private int share(Instruction instruction) throws TooLarge {
        Integer known = indices.get(instruction);
        if (known != null) {
            return known;
        }
        int index = add(instruction);
        indices.put(instruction, index);
        return index;
    }

    private int add(Instruction instruction) throws TooLarge {
        if (size == MAX_INSTRUCTIONS) {
            throw new TooLarge();
        }
        if (size == instructions.length) {
            instructions = Arrays.copyOf(instructions, size * 2);
        }
        instructions[size] = instruction;
        return size++;
    }
}
