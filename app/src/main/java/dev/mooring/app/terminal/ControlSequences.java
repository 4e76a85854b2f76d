package dev.mooring.app.terminal;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Marks the control sequences of this program, so that {@link TerminalWriter} can tell them from control characters in the text
 * of models, servers and files. The mark is random, so that no text can contain it.
 */
public final class ControlSequences {
    /** Stands for the escape character. Contains no letter that ends a control sequence. */
    static final String ESCAPE = "\u001b" + random();

    private ControlSequences() {}

    private static String random() {
        byte[] bytes = new byte[12];
        new SecureRandom().nextBytes(bytes);
        return "\uFDD0" + HexFormat.of().formatHex(bytes) + "\uFDD1";
    }

    /** Returns text of this program with its control sequences marked. Never pass it any other text. */
    public static String mark(String ownText) {
        return ownText.indexOf('\u001b') < 0 ? ownText : ownText.replace("\u001b", ESCAPE);
    }
}
