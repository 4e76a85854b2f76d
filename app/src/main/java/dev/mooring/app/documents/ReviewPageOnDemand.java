package dev.mooring.app.documents;

import dev.mooring.app.review.ReviewPages;
import dev.mooring.app.web.LocalPages;
import dev.mooring.app.web.SignInCodes;
import dev.mooring.vault.Vault;
import dev.mooring.vault.review.Review;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The review page of a service without HTTP. It starts on a free port of loopback when the user runs {@code mooring review
 * FOLDER --open}. The client of the service cannot start it, and sees neither its address nor a code.
 */
final class ReviewPageOnDemand implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReviewPageOnDemand.class);

    private final Vault vault;
    private final SignInCodes codes;
    private final Thread waiting;

    /** Guarded by this, as is the running page. */
    private boolean closed;

    private @Nullable Running running;

    /** The page after its start. */
    private record Running(Review review, ReviewPages pages, LocalPages served) {}

    private ReviewPageOnDemand(Vault vault, SignInCodes codes) {
        this.vault = vault;
        this.codes = codes;
        this.waiting = Thread.ofVirtual().name("review page").unstarted(this::serveOnRequest);
    }

    /**
     * Offers the page of a vault to the user. Returns null if the state folder is not writable: the service works without
     * the page.
     *
     * @param state the program's state folder
     */
    static @Nullable ReviewPageOnDemand offer(Vault vault, Path state) {
        try {
            var page = new ReviewPageOnDemand(vault, SignInCodes.begin(state, vault.root()));
            page.waiting.start();
            return page;
        } catch (IOException e) {
            LOG.warn("Cannot offer a review page: {}", e.toString());
            return null;
        }
    }

    private void serveOnRequest() {
        try {
            codes.awaitRequest();
            start();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the service ends
        } catch (IOException e) {
            LOG.warn("Cannot serve the review page: {}", e.toString());
        }
    }

    private synchronized void start() throws IOException {
        if (!closed) {
            var review = new Review(vault, InstantSource.system());
            var pages = new ReviewPages(review, DocumentService.name(vault.root()), InstantSource.system(), false);
            running = new Running(review, pages, LocalPages.start(codes, DocumentService.REVIEW_COMMAND, pages));
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
        }
        waiting.interrupt();
        boolean ended = join();
        Running started = running();
        if (ended && started != null) {
            started.pages().close();
            started.served().close();
            started.review().close();
        }
        codes.close();
    }

    private synchronized @Nullable Running running() {
        return running;
    }

    /** Waits for the end of the thread that waits for requests. Returns false if the caller is interrupted. */
    private boolean join() {
        try {
            waiting.join();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
