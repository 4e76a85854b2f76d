package dev.mooring.app.chat;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.app.terminal.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * Input at a terminal, with line editing and a history that is kept in a file. A backslash at the end of a line, or
 * Alt-Enter, starts a new line of the same message.
 *
 * <p>Ctrl-C is an ordinary key here. As a signal it would also reach the server processes, and end the sessions that the
 * conversation needs.
 */
public final class TerminalInput implements ChatInput {
    private static final String NEW_LINE = "mooring-new-line";
    private static final String INTERRUPT = "mooring-interrupt";
    private static final char CTRL_C = 3;
    private static final long POLL_MILLIS = 50;

    private final Terminal terminal;
    private final LineReader messages;
    private final LineReader answers;

    /** Held by the thread that reads from the terminal. */
    private final ReentrantLock reading = new ReentrantLock(true);

    private TerminalInput(Terminal terminal, LineReader messages, LineReader answers) {
        this.terminal = terminal;
        this.messages = messages;
        this.answers = answers;
    }

    /**
     * Opens the terminal. The caller closes the input, which restores the terminal.
     *
     * @param history the file for the history, which only its owner can read
     * @param commands the commands that the Tab key completes
     */
    public static TerminalInput open(Path history, Iterable<String> commands) throws IOException {
        create(history);
        Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC) // the JVM warns about the native code of the others
                .build();
        Attributes keys = new Attributes(terminal.getAttributes());
        keys.setLocalFlag(Attributes.LocalFlag.ISIG, false); // closing the terminal restores its attributes
        terminal.setAttributes(keys);
        DefaultParser parser = new DefaultParser().quoteChars(new char[0]);
        parser.setEofOnEscapedNewLine(true);
        LineReader messages = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(parser)
                .completer(new StringsCompleter(commands))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, ". ")
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
                .build();
        bindInterrupt(messages);
        messages.getWidgets().put(NEW_LINE, () -> {
            messages.getBuffer().write("\n");
            return true;
        });
        mainKeys(messages).bind(new Reference(NEW_LINE), KeyMap.alt('\r'), KeyMap.alt('\n'));
        LineReader answers = LineReaderBuilder.builder()
                .terminal(terminal)
                .variable(LineReader.DISABLE_HISTORY, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        bindInterrupt(answers);
        return new TerminalInput(terminal, messages, answers);
    }

    private static KeyMap<Binding> mainKeys(LineReader reader) {
        return Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN));
    }

    private static void bindInterrupt(LineReader reader) {
        reader.getWidgets().put(INTERRUPT, () -> {
            throw new UserInterruptException(reader.getBuffer().toString());
        });
        mainKeys(reader).bind(new Reference(INTERRUPT), KeyMap.ctrl('C'));
    }

    private static void create(Path history) throws IOException {
        Files.createDirectories(history.toAbsolutePath().getParent(), OwnerOnly.FOLDER);
        try {
            Files.createFile(history, OwnerOnly.FILE);
        } catch (FileAlreadyExistsException e) {
            // An earlier conversation created it.
        }
    }

    @Override
    public @Nullable String next() {
        try {
            return messages.readLine("> ").replace("\\\n", "\n");
        } catch (UserInterruptException e) {
            terminal.writer().println("(/exit or Ctrl-D ends the conversation)");
            terminal.flush();
            return "";
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public @Nullable String answer(String prompt) {
        reading.lock();
        try {
            return answers.readLine(Printable.text(prompt));
        } catch (UserInterruptException | EndOfFileException e) {
            return null;
        } finally {
            reading.unlock();
        }
    }

    /** Reads single keys on a thread of its own, and discards all but Ctrl-C. */
    @Override
    public InterruptWatch watchInterrupts(Runnable onInterrupt) {
        Attributes before = terminal.enterRawMode();
        AtomicBoolean closed = new AtomicBoolean();
        Thread reader = Thread.ofPlatform().daemon().name("ctrl-c").start(() -> readKeys(onInterrupt, closed));
        return () -> {
            closed.set(true);
            join(reader);
            terminal.setAttributes(before);
        };
    }

    private void readKeys(Runnable onInterrupt, AtomicBoolean closed) {
        while (!closed.get()) {
            reading.lock();
            try {
                int key = terminal.reader().read(POLL_MILLIS);
                if (key == CTRL_C) {
                    onInterrupt.run();
                } else if (key == NonBlockingReader.EOF) {
                    return;
                }
            } catch (IOException e) {
                return; // the terminal is gone
            } finally {
                reading.unlock();
            }
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
