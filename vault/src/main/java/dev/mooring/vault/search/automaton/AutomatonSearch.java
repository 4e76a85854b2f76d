package dev.mooring.vault.search.automaton;

import dev.mooring.vault.search.automaton.Program.Instruction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A search with an automaton, for one thread. It builds the deterministic states on demand and caches them in a table,
 * so that most bytes cost one table lookup. At {@link #MAX_STATES} or {@link #MAX_CACHE} it clears the cache and continues.
 *
 * <p>A state is the set of instructions that the text so far leads to. Assertions are not yet followed in it, because
 * they also depend on the next byte.
 */
public final class AutomatonSearch {

    /** The result of {@link #firstMatch} if the search has paused. */
    public static final int PAUSED = -2;

    private static final int MAX_STATES = 4_000;

    /** The most numbers in the cache. A state of a large pattern has thousands of instructions. */
    private static final int MAX_CACHE = 500_000;

    private static final int STEPS_PER_REPORT = 100_000;
    private static final int UNKNOWN = 0;
    private static final int MATCHED = -1;

    private final ByteAutomaton automaton;
    private final StepMeter meter;
    private final Program program;
    private final int stride;
    private final Map<DfaState, Integer> states = new HashMap<>();
    private DfaState[] byNumber = new DfaState[16];
    private int[] table;
    private int count = 1;
    private int start;

    /** The bytes that are known to lead from the start state back to it. Most bytes of a text are among them. */
    private final boolean[] skippedAtStart = new boolean[256];

    /** The state inside a word, if the pattern distinguishes it from the start state; -1 if it is not known. */
    private int inWord = -1;

    /** The bytes that are known to lead from the state inside a word back to it. */
    private final boolean[] skippedInWord = new boolean[256];

    private int cacheClears;
    private int cacheSize;
    private int unreportedSteps;
    private boolean pausing;

    /** The position and state at which a paused search continues; -1 if the search is not paused. */
    private int pausedAt = -1;

    private int pausedState;

    /** Working memory of one step. */
    private final int[] stack;

    private final int[] reached;
    private final boolean[] seen;
    private int reachedCount;

    AutomatonSearch(ByteAutomaton automaton, StepMeter meter) {
        this.automaton = automaton;
        this.meter = meter;
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
     * Returns the index at which the first match is certain: the end of the match or the byte after it. If each line is
     * matched by itself, the index is on the line of the match. Returns -1 if nothing matches, and {@link #PAUSED} if the
     * meter wants the search to pause: the next call with the same arguments continues it.
     *
     * @param from the start of a line
     * @param to the end of a line
     */
    public int firstMatch(byte[] utf8, int from, int to) {
        char[] classes = automaton.classes();
        int[] next = table;
        int state = pausedAt < 0 ? start : pausedState;
        int first = pausedAt < 0 ? from : pausedAt;
        pausedAt = -1;
        pausing = false;
        for (int i = first; i < to; i++) {
            if (state == start || state == inWord) {
                i = skip(state == start ? skippedAtStart : skippedInWord, utf8, i, to);
                if (i == to) {
                    break;
                }
            }
            int byteClass = classes[utf8[i] & 0xFF];
            int following = next[state + byteClass];
            if (following <= 0) {
                following = following == UNKNOWN ? step(state, byteClass) : following;
                if (following == MATCHED) {
                    return i;
                }
                next = table;
                if (pausing) {
                    pausedAt = i + 1;
                    pausedState = following;
                    return PAUSED;
                }
            }
            state = following;
        }
        int last = table[state + ByteAutomaton.END];
        return (last == UNKNOWN ? step(state, ByteAutomaton.END) : last) == MATCHED ? to : -1;
    }

    /** Returns the position of the first byte that may leave a state. This loop is faster than the table. */
    private static int skip(boolean[] skipped, byte[] utf8, int from, int to) {
        int at = from;
        while (at < to && skipped[utf8[at] & 0xFF]) {
            at++;
        }
        return at;
    }

    /** Notes that a byte class does not leave a state, if it is one of the two in which a search spends most of its time. */
    private void addLoop(int state, int byteClass) {
        if (state != start && byNumber[state / stride].equals(wordState())) {
            inWord = state;
        }
        if (state != start && state != inWord) {
            return;
        }
        boolean[] skipped = state == start ? skippedAtStart : skippedInWord;
        char[] classes = automaton.classes();
        for (int b = 0; b < classes.length; b++) {
            skipped[b] |= classes[b] == byteClass;
        }
    }

    private DfaState wordState() {
        return new DfaState(new int[] {program.start()}, true, false);
    }

    /** Computes the transition of a state and caches it. */
    private int step(int from, int byteClass) {
        DfaState state = byNumber[from / stride];
        int before = cacheClears;
        int value = byteClass == ByteAutomaton.END ? '\n' : automaton.sample(byteClass);
        int following;
        if (closureMatches(state, value)) {
            following = MATCHED;
        } else if (value == '\n' && (byteClass == ByteAutomaton.END || !automaton.acrossLines())) {
            following = start;
        } else {
            following = numberOf(afterTaking(value));
        }
        if (unreportedSteps >= STEPS_PER_REPORT) {
            pausing = meter.add(unreportedSteps);
            unreportedSteps = 0;
        }
        // After a clear, the number belongs to another state.
        if (before == cacheClears) {
            table[from + byteClass] = following;
            if (from == following && byteClass != ByteAutomaton.END) {
                addLoop(from, byteClass);
            }
        }
        return following;
    }

    /** Follows all instructions that consume no byte; returns true if they lead to a match. Fills {@link #reached}. */
    private boolean closureMatches(DfaState state, int value) {
        Arrays.fill(seen, false);
        reachedCount = 0;
        int depth = 0;
        for (int instruction : state.instructions()) {
            stack[depth++] = instruction;
            while (depth > 0) {
                int at = stack[--depth];
                unreportedSteps++;
                if (seen[at]) {
                    continue;
                }
                seen[at] = true;
                switch (program.at(at)) {
                    case Instruction.Match _ -> {
                        return true;
                    }
                    case Instruction.Consume _ -> reached[reachedCount++] = at;
                    case Instruction.Split(int next, int other) -> {
                        stack[depth++] = other;
                        stack[depth++] = next;
                    }
                    case Instruction.Assert(Syntax.Position position, int next) -> {
                        if (holds(position, state, value)) {
                            stack[depth++] = next;
                        }
                    }
                }
            }
        }
        return false;
    }

    private static boolean holds(Syntax.Position position, DfaState state, int value) {
        boolean boundary = state.afterWord() != ByteAutomaton.isWord(value);
        return switch (position) {
            case LINE_START -> state.atLineStart();
            case LINE_END -> value == '\n';
            case WORD_BOUNDARY -> boundary;
            case NO_WORD_BOUNDARY -> !boundary && !ByteAutomaton.isContinuation(value);
        };
    }

    private DfaState afterTaking(int value) {
        int[] following = new int[reachedCount + 1];
        // A match may begin at any position.
        following[0] = program.start();
        int size = 1;
        for (int i = 0; i < reachedCount; i++) {
            if (program.at(reached[i]) instanceof Instruction.Consume(int low, int high, int next)
                    && low <= value
                    && value <= high) {
                following[size++] = next;
            }
        }
        int[] sorted = Arrays.stream(following, 0, size).sorted().distinct().toArray();
        return new DfaState(
                sorted,
                automaton.usesWordBoundaries() && ByteAutomaton.isWord(value),
                automaton.usesLineStarts() && value == '\n');
    }

    private int numberOf(DfaState state) {
        Integer known = states.get(state);
        if (known != null) {
            return known;
        }
        if (count >= MAX_STATES || cacheSize >= MAX_CACHE) {
            cacheClears++;
            cacheSize = 0;
            states.clear();
            Arrays.fill(table, UNKNOWN);
            Arrays.fill(byNumber, null);
            count = 1;
            inWord = -1;
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
        cacheSize += stride + state.instructions().length;
        int number = count++ * stride;
        byNumber[number / stride] = state;
        states.put(state, number);
        return number;
    }
}
