package dev.mooring.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenResourcesTest {
    private final List<String> closed = new ArrayList<>();
    private final OpenResources resources = new OpenResources();

    @Test
    void resourcesAreClosedInReverseOrderAndOnce() throws Exception {
        resources.add(() -> closed.add("first"));
        resources.add(() -> closed.add("second"));

        resources.close();
        resources.close();

        assertThat(closed).containsExactly("second", "first");
    }

    @Test
    void failureDoesNotPreventTheOthersFromBeingClosed() {
        resources.add(() -> closed.add("first"));
        resources.add(() -> {
            throw new IllegalStateException("second");
        });
        resources.add(() -> {
            throw new IOException("third");
        });

        assertThatThrownBy(resources::close)
                .isInstanceOf(IOException.class)
                .hasMessage("third")
                .satisfies(
                        e -> assertThat(e.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class));
        assertThat(closed).containsExactly("first");
    }

    @Test
    void releasedResourcesBelongToTheNewOwner() throws Exception {
        resources.add(() -> closed.add("first"));

        OpenResources owner = resources.release();
        resources.close();
        assertThat(closed).isEmpty();

        owner.close();
        assertThat(closed).containsExactly("first");
    }
}
