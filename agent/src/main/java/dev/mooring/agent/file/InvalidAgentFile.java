package dev.mooring.agent.file;

import java.util.List;

/** An agent's file cannot be used. The message names the file, the place and what is wrong, one fault a line. */
public final class InvalidAgentFile extends Exception {
    private static final long serialVersionUID = 1;

    InvalidAgentFile(String message) {
        super(message);
    }

    InvalidAgentFile(List<String> faults) {
        super(String.join("\n", faults));
    }
}
