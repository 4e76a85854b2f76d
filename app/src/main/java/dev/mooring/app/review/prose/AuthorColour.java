package dev.mooring.app.review.prose;

/** The colours that tell authors apart. */
public final class AuthorColour {

    /** Spreads names over the eight colours: a multiplicative hash, of which the highest three bits count. */
    private static final int FACTOR = 0xC2B2AE35;

    private static final int SHIFT = 29;

    private AuthorColour() {}

    /** Returns the number of the author's colour. The same name always has the same colour. */
    public static String of(String author) {
        return String.valueOf((author.hashCode() * FACTOR) >>> SHIFT);
    }
}
