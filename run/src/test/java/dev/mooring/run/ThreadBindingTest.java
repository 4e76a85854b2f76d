package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadBindingTest {
    private final ThreadBinding binding = ThreadBinding.notBegun(AgentRun.call(RunScope::require));

    @Test
    void interruptBeforeTheWorkBeginsReachesIt() {
        binding.interrupt();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        binding.begin();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(binding.end()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void interruptAfterTheWorkHasEndedDoesNotReachTheThread() {
        binding.begin();
        binding.end();
        binding.interrupt();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void stackTraceShowsWhatTheWorkIsDoing() {
        assertThat(binding.stackTrace()).hasMessage("not started");
        assertThat(binding.stackTrace().getStackTrace()).isEmpty();
        binding.begin();
        assertThat(binding.stackTrace())
                .hasMessage("stack of thread " + Thread.currentThread().getName());
        assertThat(binding.stackTrace().getStackTrace())
                .extracting(StackTraceElement::getMethodName)
                .contains("stackTraceShowsWhatTheWorkIsDoing");
    }
}
