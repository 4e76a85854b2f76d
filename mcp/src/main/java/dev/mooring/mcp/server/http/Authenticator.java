package dev.mooring.mcp.server.http;

/** Decides who a visitor is. Asked for each request but preflights, from many threads. */
@FunctionalInterface
public interface Authenticator {
    /** Lets everybody in who knows the endpoint's own path. */
    Authenticator NONE = visitor -> visitor.pathBelow().isEmpty()
            ? Admission.ANYBODY
            : new Admission.Denied(404, null, "there is nothing at this path");

    Admission admit(Visitor visitor);
}
