package dev.mooring.app.web;

/**
 * Somebody at a page who was let in.
 *
 * @param session known to the visitor's browser alone
 * @param name who it is, as far as anybody knows
 * @param formToken what a request that changes something must repeat
 */
public record PageVisitor(String session, String name, String formToken) {
    /** Without the secrets. */
    @Override
    public String toString() {
        return name;
    }
}
