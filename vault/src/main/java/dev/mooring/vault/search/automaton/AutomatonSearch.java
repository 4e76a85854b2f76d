package dev.mooring.vault.search.automaton;

import dev.mooring.vault.search.automaton.Program.Instruction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One thread's walk through texts with an automaton. The deterministic states are found on the way and remembered, so
 * that most bytes cost one look into a table. Should there be very many, it forgets them and goes on.
 *
 * <p>A state is the set of the program's instructions that the text so far leads to, before what lies between characters
 * is followed: that depends on the next byte too.
 */
public final class AutomatonSearch {

    private static final int MOST_STATES = 4_000;
    private static final int UNKNOWN = 0;
    private static final int MATCHED = -1;

    private final ByteAutomaton automaton;
    private final Runnable meanwhile;
    private final Program program;
    private final int stride;
    private final Map<DfaState, Integer> states = new HashMap<>();
    private DfaState[] byNumber = new DfaState[16];
    private int[] table;
    private int count = 1;
    private int start;
    private int timesForgotten;

    /** Working space for one step. */
    private final int[] stack;

    private final int[] reached;
    private final boolean[] seen;
    private int reachedCount;

    AutomatonSearch(ByteAutomaton automaton, Runnable meanwhile) {
        this.automaton = automaton;
        this.meanwhile = meanwhile;
        this.program = automaton.program();
        this.stride = automaton.classCount();
        this.table = new int[stride * byNumber.length];
        this.stack = new int[2 * program.size() + 2];
        this.reached = new int[program.size()];
        this.seen = new boolean[program.size()];
        this.start = number(startState());
    }

    private DfaState startState() {
        return new DfaState(new int[] {program.start()}, false, automaton.usesLineStarts());
    }

    /**
     * Where it becomes certain that something matches: at the match's end or at the byte behind it, in the same line
     * where lines are matched by themselves. -1 if nothing matches between the two positions, which are the beginning of
     * a line and the end of one.
     */
    public int firstMatch(byte[] utf8, int from, int to) {
        char[] classes = automaton.classes();
        int[] next = table;
        int state = start;
        for (int i = from; i < to; i++) {
            int byteClass = classes[utf8[i] & 0xFF];
            int following = next[state + byteClass];
            if (following <= 0) {
                following = following == UNKNOWN ? step(state, byteClass) : following;
                if (following == MATCHED) {
                    return i;
                }
                next = table;
            }
            state = following;
        }
        int last = table[state + ByteAutomaton.END];
        return (last == UNKNOWN ? step(state, ByteAutomaton.END) : last) == MATCHED ? to : -1;
    }

    /** Finds what follows a state, and remembers it. */
    private int step(int from, int byteClass) {
        DfaState state = byNumber[from / stride];
        int before = timesForgotten;
        int value = byteClass == ByteAutomaton.END ? '\n' : automaton.sample(byteClass);
        int following;
        if (closureMatches(state, value)) {
            following = MATCHED;
        } else if (value == '\n' && (byteClass == ByteAutomaton.END || !automaton.acrossLines())) {
            following = start;
        } else {
            following = numberOf(afterTaking(value));
        }
        // Else its number belongs to another state by now.
        if (before == timesForgotten) {
            table[from + byteClass] = following;
        }
        return following;
    }

    /** Follows all that takes no byte; true if that leads to a match. What was reached stays for the next step. */
    private boolean closureMatches(DfaState state, int value) {
        Arrays.fill(seen, false);
        reachedCount = 0;
        int depth = 0;
        for (int instruction : state.instructions()) {
            stack[depth++] = instruction;
            while (depth > 0) {
                int at = stack[--depth];
                if (seen[at]) {
                    continue;
                }
                seen[at] = true;
                switch (program.at(at)) {
                    case Instruction.Match _ -> {
                        return true;
                    }
                    case Instruction.Take _ -> reached[reachedCount++] = at;
                    case Instruction.Fork(int next, int other) -> {
                        stack[depth++] = other;
                        stack[depth++] = next;
                    }
                    case Instruction.At(Syntax.Place place, int next) -> {
                        if (holds(place, state, value)) {
                            stack[depth++] = next;
                        }
                    }
                }
            }
        }
        return false;
    }

    private static boolean holds(Syntax.Place place, DfaState state, int value) {
        boolean boundary = state.afterWord() != ByteAutomaton.isWord(value);
        return switch (place) {
            case LINE_START -> state.atLineStart();
            case LINE_END -> value == '\n';
            case WORD_BOUNDARY -> boundary;
            case NO_WORD_BOUNDARY -> !boundary;
        };
    }

    private DfaState afterTaking(int value) {
        int[] following = new int[reachedCount + 1];
        // A match may begin anywhere.
        following[0] = program.start();
        int size = 1;
        for (int i = 0; i < reachedCount; i++) {
            if (program.at(reached[i]) instanceof Instruction.Take(int low, int high, int next)
                    && low <= value
                    && value <= high) {
                following[size++] = next;
            }
        }
        int[] sorted = Arrays.stream(following, 0, size).sorted().distinct().toArray();
        return new DfaState(
                sorted,
                automaton.usesWords() && ByteAutomaton.isWord(value),
                automaton.usesLineStarts() && value == '\n');
    }

    private int numberOf(DfaState state) {
        Integer known = states.get(state);
        if (known != null) {
            return known;
        }
        if (count >= MOST_STATES) {
            meanwhile.run();
            timesForgotten++;
            states.clear();
            Arrays.fill(table, UNKNOWN);
            Arrays.fill(byNumber, null);
            count = 1;
            start = number(startState());
            Integer again = states.get(state);
            return again == null ? number(state) : again;
        }
        return number(state);
    }

    private int number(DfaState state) {
        if (count == byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, count * 2);
            table = Arrays.copyOf(table, table.length * 2);
        }
        int number = count++ * stride;
        byNumber[number / stride] = state;
        states.put(state, number);
        return number;
    }
}
