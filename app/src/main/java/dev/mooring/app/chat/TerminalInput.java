package dev.mooring.app.chat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
 * At a terminal: lines are edited, a backslash at the end or Alt-Enter goes on in the next line, what was said before
 * comes back with the arrow keys, and is remembered for the next time.
 *
 * <p>Ctrl-C is a key like others here. As a signal it would also reach the servers that this program has started, and
 * with them would go the state that a conversation is to keep.
 */
public final class TerminalInput implements ChatInput {
    private static final String NEW_LINE = "mooring-new-line";
    private static final String GIVE_UP = "mooring-give-up";
    private static final char CTRL_C = 3;
    private static final long LOOK_MILLIS = 50;

    private final Terminal terminal;
    private final LineReader said;
    private final LineReader answers;

    /** Held by who reads from the terminal. */
    private final ReentrantLock reading = new ReentrantLock(true);

    private TerminalInput(Terminal terminal, LineReader said, LineReader answers) {
        this.terminal = terminal;
        this.said = said;
        this.answers = answers;
    }

    /**
     * Takes the terminal.
     *
     * @param history the file in which what was said is kept, for its owner alone
     * @param commands to be completed with the tabulator
     */
    public static TerminalInput open(Path history, Iterable<String> commands) throws IOException {
        create(history);
        Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(false)
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC) // the others call native code, of which the JVM warns
                .build();
        Attributes keys = new Attributes(terminal.getAttributes());
        keys.setLocalFlag(Attributes.LocalFlag.ISIG, false); // the terminal restores its first attributes when closed
        terminal.setAttributes(keys);
        DefaultParser parser = new DefaultParser().quoteChars(new char[0]);
        parser.setEofOnEscapedNewLine(true);
        LineReader said = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(parser)
                .completer(new StringsCompleter(commands))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, ". ")
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
                .build();
        bindGiveUp(said);
        said.getWidgets().put(NEW_LINE, () -> {
            said.getBuffer().write("\n");
            return true;
        });
        mainKeys(said).bind(new Reference(NEW_LINE), KeyMap.alt('\r'), KeyMap.alt('\n'));
        LineReader answers = LineReaderBuilder.builder()
                .terminal(terminal)
                .variable(LineReader.DISABLE_HISTORY, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        bindGiveUp(answers);
        return new TerminalInput(terminal, said, answers);
    }

    private static KeyMap<Binding> mainKeys(LineReader reader) {
        return Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN));
    }

    private static void bindGiveUp(LineReader reader) {
        reader.getWidgets().put(GIVE_UP, () -> {
            throw new UserInterruptException(reader.getBuffer().toString());
        });
        mainKeys(reader).bind(new Reference(GIVE_UP), KeyMap.ctrl('C'));
    }

    private static void create(Path history) throws IOException {
        Files.createDirectories(
                history.toAbsolutePath().getParent(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Files.createFile(
                    history, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            // From the last time.
        }
    }

    @Override
    public @Nullable String next() {
        try {
            return said.readLine("> ").replace("\\\n", "\n");
        } catch (UserInterruptException e) {
            terminal.writer().println("(/exit or Ctrl-D leaves the conversation)");
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
            return answers.readLine(prompt);
        } catch (UserInterruptException | EndOfFileException e) {
            return null;
        } finally {
            reading.unlock();
        }
    }

    /** Keys are looked at one by one meanwhile; all but Ctrl-C are lost. */
    @Override
    public Watch watch(Runnable onInterrupt) {
        Attributes before = terminal.enterRawMode();
        AtomicBoolean over = new AtomicBoolean();
        Thread looking = Thread.ofPlatform().daemon().name("ctrl-c").start(() -> look(onInterrupt, over));
        return () -> {
            over.set(true);
            join(looking);
            terminal.setAttributes(before);
        };
    }

    private void look(Runnable onInterrupt, AtomicBoolean over) {
        while (!over.get()) {
            reading.lock();
            try {
                int key = terminal.reader().read(LOOK_MILLIS);
                if (key == CTRL_C) {
                    onInterrupt.run();
                } else if (key == NonBlockingReader.EOF) {
                    return;
                }
            } catch (IOException e) {
                return; // no terminal any more
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
