package dev.mooring.vault.files;

import dev.mooring.vault.files.DocumentFiles.Change;
import dev.mooring.vault.files.DocumentFiles.ChangeFunction;
import dev.mooring.vault.files.DocumentFiles.ChangeOutcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies a change function to the bytes of a file, and keeps the outcome of the last attempt. */
final class ChangeAttempt<T> implements FileReplacer.Update {

    private final Path file;
    private final ChangeFunction<T> function;
    private volatile @Nullable ChangeOutcome<T> outcome;

    ChangeAttempt(Path file, ChangeFunction<T> function) {
        this.file = file;
        this.function = function;
    }

    @Override
    public Optional<byte[]> apply(byte[] current, FileState state) {
        return switch (FileContent.decode(current)) {
            case FileContent.Unreadable(String reason) -> failed(reason);
            case FileContent.Missing _ -> failed("The document does not exist any more.");
            case FileContent.Text(String raw) -> written(function.apply(raw), state);
        };
    }

    private Optional<byte[]> written(Change<T> change, FileState state) {
        if (change.newText().isEmpty()) {
            outcome = new ChangeOutcome.Decided<>(Optional.empty(), change.result());
            return Optional.empty();
        }
        Optional<String> readOnlyReason = state.readOnlyReason(file);
        if (readOnlyReason.isPresent()) {
            return failed(readOnlyReason.get());
        }
        byte[] content = change.newText().get().getBytes(StandardCharsets.UTF_8);
        if (content.length > FileContent.MAX_BYTES) {
            return failed("The document would become larger than " + FileContent.MAX_BYTES / (1024 * 1024)
                    + " MB. Nothing was written. Split the document.");
        }
        outcome = new ChangeOutcome.Decided<>(change.newText(), change.result());
        return Optional.of(content);
    }

    private Optional<byte[]> failed(String reason) {
        outcome = new ChangeOutcome.Failed<>(reason);
        return Optional.empty();
    }

    /** Returns the outcome of the last attempt. */
    ChangeOutcome<T> outcome() {
        if (outcome == null) {
            throw new IllegalStateException("The change was not attempted");
        }
        return outcome;
    }
}
