package dev.mooring.vault.search;

/** A text that looks at the clock while it is read, for an engine that cannot be told to stop. For one thread. */
final class DeadlineCheckedText implements CharSequence {

    private static final int BETWEEN_LOOKS = 4_096;

    private final String text;
    private final TimeLimit.Deadline deadline;
    private int reads;

    DeadlineCheckedText(String text, TimeLimit.Deadline deadline) {
        this.text = text;
        this.deadline = deadline;
    }

    @Override
    public char charAt(int index) {
        if (++reads % BETWEEN_LOOKS == 0) {
            deadline.check();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
