package dev.mooring.vault.search;

/**
 * A text that checks a deadline while it is read, so that a search in RE2/J, which cannot be interrupted, ends in time.
 * For one thread.
 */
final class DeadlineCheckedText implements CharSequence {

    private static final int READS_PER_CHECK = 4_096;

    private final String text;
    private final SearchLimits.Budget budget;
    private int reads;

    DeadlineCheckedText(String text, SearchLimits.Budget budget) {
        this.text = text;
        this.budget = budget;
    }

    @Override
    public char charAt(int index) {
        if (++reads % READS_PER_CHECK == 0) {
            budget.check();
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
