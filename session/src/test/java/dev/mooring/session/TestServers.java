package dev.mooring.session;

/** Servers for tests in the packages below. */
public final class TestServers {
    private TestServers() {}

    /** Returns a stateful local server whose tool {@code count} returns how often it was called in this process. */
    public static ToolServer counter(String name) {
        return Fixtures.local(name);
    }
}
