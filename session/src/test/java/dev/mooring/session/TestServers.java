package dev.mooring.session;

/** Servers for tests in the packages below. */
public final class TestServers {
    private TestServers() {}

    /** A stateful local server: its tool {@code count} says how often it was called in this process. */
    public static ToolServer counter(String name) {
        return Fixtures.local(name);
    }
}
