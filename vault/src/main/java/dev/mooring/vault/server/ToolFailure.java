package dev.mooring.vault.server;

/** Ends a tool call with an error result. The message tells the model what failed and what to do next. */
final class ToolFailure extends Exception {

    private final String message;

    ToolFailure(String message) {
        super(message, null, false, false);
        this.message = message;
    }

    String message() {
        return message;
    }
}
