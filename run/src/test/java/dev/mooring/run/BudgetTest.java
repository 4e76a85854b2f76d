package dev.mooring.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final BudgetDecision ALLOWED = new BudgetDecision.Allowed();

    private static BudgetDecision.Limit limitOf(BudgetDecision decision) {
        return switch (decision) {
            case BudgetDecision.Refused refused -> refused.limit();
            case BudgetDecision.Allowed _ -> throw new AssertionError("was allowed");
        };
    }

    @Nested
    class ManualClock {
        private final AtomicLong nanos = new AtomicLong(-5); // System.nanoTime can be negative too

        private Budget budget(Limits limits) {
            return new Budget(null, limits, "the run", nanos::get);
        }

        private void pass(Duration time) {
            nanos.addAndGet(time.toNanos());
        }

        @Test
        void budgetWithoutLimitsAllowsEverything() {
            Budget budget = budget(Limits.none());
            pass(Duration.ofDays(1000));
            budget.spendTokens(Long.MAX_VALUE / 2);
            for (int i = 0; i < 10_000; i++) {
                assertThat(budget.request()).isEqualTo(ALLOWED);
            }
        }

        @Test
        void callLimitRefusesFurtherCallsAndNamesTheLimit() {
            Budget budget = budget(Limits.builder().calls(2).build());
            assertThat(budget.request()).isEqualTo(ALLOWED);
            assertThat(budget.request()).isEqualTo(ALLOWED);
            assertThat(budget.request())
                    .isEqualTo(new BudgetDecision.Refused(
                            BudgetDecision.Limit.CALLS, "Limit of the run reached: all 2 calls are used.", null));
        }

        @Test
        void checkDoesNotCountACall() {
            Budget budget = budget(Limits.builder().calls(1).build());
            assertThat(budget.check()).isEqualTo(ALLOWED);
            assertThat(budget.check()).isEqualTo(ALLOWED);
            assertThat(budget.request()).isEqualTo(ALLOWED);
            assertThat(limitOf(budget.check())).isEqualTo(BudgetDecision.Limit.CALLS);
        }

        @Test
        void limitOfZeroIsValidAndRefusesTheFirstRequest() {
            assertThat(limitOf(budget(Limits.builder().rounds(0).build()).requestRound()))
                    .isEqualTo(BudgetDecision.Limit.ROUNDS);
            assertThat(limitOf(budget(Limits.builder().calls(0).build()).request()))
                    .isEqualTo(BudgetDecision.Limit.CALLS);
            assertThat(limitOf(budget(Limits.builder().tokens(0).build()).request()))
                    .isEqualTo(BudgetDecision.Limit.TOKENS);
            assertThat(limitOf(
                            budget(Limits.builder().time(Duration.ZERO).build()).request()))
                    .isEqualTo(BudgetDecision.Limit.TIME);
        }

        @Test
        void tokenLimitRefusesFurtherCalls() {
            Budget budget = budget(Limits.builder().tokens(100).build());
            budget.spendTokens(99);
            assertThat(budget.request()).isEqualTo(ALLOWED);
            budget.spendTokens(1);
            assertThat(limitOf(budget.request())).isEqualTo(BudgetDecision.Limit.TOKENS);
        }

        @Test
        void roundsAndCallsAreCountedSeparately() {
            Budget budget = budget(Limits.builder().rounds(2).calls(1).build());
            assertThat(budget.requestRound()).isEqualTo(ALLOWED);
            assertThat(budget.request()).isEqualTo(ALLOWED);
            assertThat(limitOf(budget.request())).isEqualTo(BudgetDecision.Limit.CALLS);
            assertThat(budget.requestRound()).isEqualTo(ALLOWED);
            assertThat(budget.requestRound())
                    .isEqualTo(new BudgetDecision.Refused(
                            BudgetDecision.Limit.ROUNDS, "Limit of the run reached: all 2 rounds are used.", null));
        }

        @Test
        void tokenAndTimeLimitsRefuseFurtherRounds() {
            Budget tokens = budget(Limits.builder().tokens(5).build());
            tokens.spendTokens(5);
            assertThat(limitOf(tokens.requestRound())).isEqualTo(BudgetDecision.Limit.TOKENS);
            Budget time = budget(Limits.builder().time(Duration.ofSeconds(1)).build());
            pass(Duration.ofSeconds(1));
            assertThat(limitOf(time.requestRound())).isEqualTo(BudgetDecision.Limit.TIME);
        }

        @Test
        void timeLeftIsThatOfTheTightestEnclosingLimit() {
            assertThat(budget(Limits.none()).timeLeft()).isNull();
            Budget outer = budget(Limits.builder().time(Duration.ofSeconds(10)).build());
            pass(Duration.ofSeconds(4));
            Budget inner = new Budget(
                    outer, Limits.builder().time(Duration.ofSeconds(8)).build(), "'inner'", nanos::get);
            assertThat(inner.timeLeft()).isEqualTo(Duration.ofSeconds(6));
            pass(Duration.ofSeconds(7));
            assertThat(inner.timeLeft()).isZero();
        }

        @Test
        void timeLimitRefusesFurtherCalls() {
            Budget budget = budget(Limits.builder().time(Duration.ofMinutes(1)).build());
            pass(Duration.ofMinutes(1).minusNanos(1));
            assertThat(budget.request()).isEqualTo(ALLOWED);
            pass(Duration.ofNanos(1));
            assertThat(budget.request())
                    .isEqualTo(new BudgetDecision.Refused(
                            BudgetDecision.Limit.TIME,
                            "Limit of the run reached: the time limit of 60 s has passed.",
                            null));
        }

        @Test
        void rateLimitHoldsInEveryPeriodAndReportsRetryAfter() {
            Budget budget =
                    budget(Limits.builder().rate(2, Duration.ofSeconds(10)).build());
            assertThat(budget.request()).isEqualTo(ALLOWED);
            pass(Duration.ofSeconds(6));
            assertThat(budget.request()).isEqualTo(ALLOWED);
            assertThat(budget.request())
                    .isEqualTo(new BudgetDecision.Refused(
                            BudgetDecision.Limit.RATE,
                            "Limit of the run reached: 2 calls in 10 s are used.",
                            Duration.ofSeconds(4)));
            pass(Duration.ofSeconds(4));
            assertThat(budget.request()).isEqualTo(ALLOWED);
            assertThat(limitOf(budget.request())).isEqualTo(BudgetDecision.Limit.RATE);
            pass(Duration.ofSeconds(6));
            assertThat(budget.request()).isEqualTo(ALLOWED);
        }
    }

    @Nested
    class InARun {
        @Test
        void recordedCallsSpendTokens() {
            AgentRun.run(
                    RunOptions.builder()
                            .limits(Limits.builder().tokens(10).build())
                            .build(),
                    () -> {
                        RunScope scope = RunScope.require();
                        assertThat(scope.budget().check()).isEqualTo(ALLOWED);
                        scope.record(CallRecord.succeeded("model", "chat", Instant.EPOCH, Duration.ZERO)
                                .tokens(4, 6));
                        assertThat(limitOf(scope.budget().check())).isEqualTo(BudgetDecision.Limit.TOKENS);
                    });
        }

        @Test
        void timeLimitOfZeroRefusesTheFirstCall() {
            AgentRun.run(
                    RunOptions.builder()
                            .limits(Limits.builder().time(Duration.ZERO).build())
                            .build(),
                    () -> assertThat(limitOf(RunScope.require().budget().request()))
                            .isEqualTo(BudgetDecision.Limit.TIME));
        }

        @Test
        void limitOfTheRunAppliesToAllScopes() {
            AgentRun.run(
                    RunOptions.builder()
                            .limits(Limits.builder().calls(3).build())
                            .build(),
                    () -> {
                        assertThat(RunScope.require().budget().request()).isEqualTo(ALLOWED);
                        AgentRun.run(() -> {
                            assertThat(RunScope.require().budget().request()).isEqualTo(ALLOWED);
                            assertThat(RunScope.require().budget().request()).isEqualTo(ALLOWED);
                            assertThat(limitOf(RunScope.require().budget().request()))
                                    .isEqualTo(BudgetDecision.Limit.CALLS);
                        });
                        assertThat(limitOf(RunScope.require().budget().request()))
                                .isEqualTo(BudgetDecision.Limit.CALLS);
                    });
        }

        @Test
        void limitOfAScopeAppliesOnlyToThatScope() {
            AgentRun.run(
                    RunOptions.builder()
                            .limits(Limits.builder().calls(3).build())
                            .build(),
                    () -> {
                        AgentRun.run(
                                RunOptions.builder()
                                        .name("sub")
                                        .limits(Limits.builder().calls(1).build())
                                        .build(),
                                () -> {
                                    assertThat(RunScope.require().budget().request())
                                            .isEqualTo(ALLOWED);
                                    assertThat(RunScope.require().budget().request())
                                            .isInstanceOfSatisfying(
                                                    BudgetDecision.Refused.class,
                                                    refused -> assertThat(refused.reason())
                                                            .contains("'sub'"));
                                });
                        assertThat(RunScope.require().budget().request()).isEqualTo(ALLOWED);
                        assertThat(RunScope.require().budget().request())
                                .as("what was refused below is not counted here")
                                .isEqualTo(ALLOWED);
                    });
        }

        @Test
        void concurrentRequestsGetExactlyTheAllowedCalls() throws Exception {
            AgentRun.run(
                    RunOptions.builder()
                            .limits(Limits.builder().calls(1000).build())
                            .build(),
                    () -> {
                        var outcomes = RunScope.require()
                                .forkEach(IntStream.range(0, 50).boxed().toList(), _ -> {
                                    int allowed = 0;
                                    for (int n = 0; n < 100; n++) {
                                        allowed += RunScope.require()
                                                        .budget()
                                                        .request()
                                                        .equals(ALLOWED)
                                                ? 1
                                                : 0;
                                    }
                                    return allowed;
                                });
                        int sum = 0;
                        for (Outcome<Integer> outcome : outcomes) {
                            sum += outcome.orThrow();
                        }
                        assertThat(sum).isEqualTo(1000);
                    });
        }
    }

    @Test
    void aRateOfOneCallIsValid() {
        assertThat(Limits.builder().rate(1, Duration.ofNanos(1)).build().rate())
                .isEqualTo(new Limits.Rate(1, Duration.ofNanos(1)));
    }

    @Test
    void invalidLimitsAreRejected() {
        assertThatThrownBy(() -> Limits.builder().rounds(-1).build()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limits.builder().calls(-1).build()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limits.builder().tokens(-1).build()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limits.builder().time(Duration.ofSeconds(-1)).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limits.builder().rate(0, Duration.ofSeconds(1)).build())
                .isInstanceOf(IllegalArgumentException.class);
        Duration negative = Duration.ofSeconds(-1);
        assertThatThrownBy(() -> RunOptions.builder().drain(negative).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunOptions.builder().grace(negative).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunOptions.builder().hookTimeout(negative).build())
                .isInstanceOf(IllegalArgumentException.class);
    }
}
