package dev.mooring.session;

import dev.mooring.run.AgentRun;

/** A separate program for tests that terminate it. It holds a session, prints the server's process id, and waits. */
final class ProgramThatHoldsSessions {
    private ProgramThatHoldsSessions() {}

    public static void main(String... arguments) throws InterruptedException {
        Sessions sessions = Sessions.of(Fixtures.local("a", arguments));
        AgentRun.run(() -> {
            System.out.println(Fixtures.call(sessions, "a", "pid"));
            Thread.sleep(Long.MAX_VALUE);
        });
    }
}
