package dev.mooring.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ClosableOwnerTest {
    private final ClosableOwner owner = new ClosableOwner("a handle");

    @Test
    void endTasksRunLastRegisteredFirst() {
        List<String> closed = new CopyOnWriteArrayList<>();
        owner.atEnd(() -> closed.add("first"));
        owner.atEnd(() -> closed.add("second"));

        owner.close();
        owner.close();

        assertThat(closed).containsExactly("second", "first");
    }

    @Test
    void registeringAnEndTaskFailsAfterTheEnd() {
        owner.close();

        assertThatThrownBy(() -> owner.atEnd(() -> {})).isInstanceOf(OwnerEnded.class);
    }

    @Test
    void concurrentCloseWaitsUntilAllEndTasksHaveRun() throws Exception {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        List<String> happened = new CopyOnWriteArrayList<>();
        owner.atEnd(() -> {
            begun.countDown();
            awaitUninterrupted(goOn);
            happened.add("closed");
        });
        Thread first = Thread.ofVirtual().start(owner::close);
        begun.await();
        Thread second = Thread.ofVirtual().start(() -> {
            owner.close();
            happened.add("second is back");
        });
        await().until(() -> second.getState() == Thread.State.WAITING);

        goOn.countDown();
        first.join();
        second.join();

        assertThat(happened).containsExactly("closed", "second is back");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
