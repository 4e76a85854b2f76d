package dev.mooring.app.web;

import dev.mooring.app.state.OwnerOnly;
import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One-time codes with which local people sign in to the pages of a service without tokens. A code is the name of an empty
 * file in a folder that only the user can read. Deleting the file redeems the code, so each code works once. Any program of
 * the user can create a code by creating a file; a program that can only send requests to the service cannot.
 */
public final class SignInCodes implements AutoCloseable {
    /** The file with the address of the pages. */
    private static final String ADDRESS = "address";

    /** Exists if the service starts its pages on request. */
    private static final String OFFER = "offer";

    /** Exists if another process has requested the pages. */
    private static final String REQUEST = "request";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String CODE = "[0-9a-f]{48}";
    private static final int CODE_BYTES = 24;

    private final Path folder;
    private volatile String address = "";

    private SignInCodes(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates the folder for the codes of a service in this process, and deletes the folders of processes that were killed.
     *
     * @param state the program's state folder
     * @param served the folder of documents that the service serves
     */
    public static SignInCodes begin(Path state, Path served) throws IOException {
        Path all = Files.createDirectories(state.resolve("sign-in"), OwnerOnly.FOLDER);
        for (Path other : foldersIn(all)) {
            if (!isRunning(other)) {
                remove(other);
            }
        }
        Path folder = Files.createTempDirectory(
                all, prefix(served) + ProcessHandle.current().pid() + "-", OwnerOnly.FOLDER);
        return new SignInCodes(folder);
    }

    /**
     * Lets other processes find the service.
     *
     * @param pages the URL of the pages, with a slash at the end
     */
    public void announce(String pages) throws IOException {
        address = pages;
        Path complete = Files.writeString(folder.resolve(ADDRESS + ".new"), pages);
        Files.move(complete, folder.resolve(ADDRESS), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Offers pages to other processes of the user, and waits until {@link #invite} requests them.
     *
     * @throws IOException if the folder cannot be watched
     */
    public void awaitRequest() throws IOException, InterruptedException {
        try (WatchService changes = folder.getFileSystem().newWatchService()) {
            folder.register(changes, StandardWatchEventKinds.ENTRY_CREATE);
            Files.createFile(folder.resolve(OFFER));
            while (!Files.exists(folder.resolve(REQUEST))) {
                WatchKey created = changes.take();
                created.pollEvents();
                created.reset();
            }
        }
    }

    /** Returns a link that signs in once, and leads to the page at {@code /}. */
    public String newLink() throws IOException {
        return newLink(folder, address, "/");
    }

    /**
     * A way to sign in to a running service.
     *
     * @param link a link that signs in once
     * @param page a file that leads a browser to the link. Other users see the arguments of processes, so a browser gets
     *     this file instead of the link
     */
    public record Invitation(String link, Path page) {}

    /**
     * Creates an invitation to the running service of a folder; empty if no service serves it. A service that offers pages
     * starts them now.
     *
     * @param path the page to which the link leads, such as {@code /}
     */
    public static Optional<Invitation> invite(Path state, Path served, String path) throws IOException {
        String prefix = prefix(served);
        List<Path> running = foldersIn(state.resolve("sign-in")).stream()
                .filter(folder -> folder.getFileName().toString().startsWith(prefix) && isRunning(folder))
                .toList();
        for (Path folder : running) {
            if (Files.exists(folder.resolve(ADDRESS))) {
                return Optional.of(inviteTo(folder, path));
            }
        }
        for (Path folder : running) {
            if (Files.exists(folder.resolve(OFFER)) && request(folder)) {
                return Optional.of(inviteTo(folder, path));
            }
        }
        return Optional.empty();
    }

    private static Invitation inviteTo(Path folder, String path) throws IOException {
        String link = newLink(folder, Files.readString(folder.resolve(ADDRESS)), path);
        Path page = folder.resolve("open.html");
        Files.writeString(
                page, "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=" + new Html().text(link) + "\">\n");
        return new Invitation(link, page);
    }

    /** Requests the pages that a service offers. Returns false if the service does not start them. */
    private static boolean request(Path folder) throws IOException {
        Files.writeString(folder.resolve(REQUEST), "");
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        try {
            while (!Files.exists(folder.resolve(ADDRESS))) {
                if (System.nanoTime() > deadline || !isRunning(folder)) {
                    return false;
                }
                Thread.sleep(POLL);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static List<Path> foldersIn(Path all) throws IOException {
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(all)) {
            return folders.toList();
        }
    }

    /** Returns whether the process that created a folder is running. The name of a folder is hash-pid-random. */
    private static boolean isRunning(Path folder) {
        String[] parts = folder.getFileName().toString().split("-", -1);
        return parts.length == 3
                && parts[1].matches("\\d{1,18}")
                && ProcessHandle.of(Long.parseLong(parts[1]))
                        .map(ProcessHandle::isAlive)
                        .orElse(false);
    }

    private static String newLink(Path folder, String address, String path) throws IOException {
        byte[] bytes = new byte[CODE_BYTES];
        new SecureRandom().nextBytes(bytes);
        String code = HexFormat.of().formatHex(bytes);
        Files.createFile(folder.resolve(code));
        return address + LoginPage.PATH.substring(1) + "#code=" + code + (path.equals("/") ? "" : "&page=" + path);
    }

    /** Returns whether a code is valid, and makes it invalid. */
    boolean redeem(String code) throws IOException {
        return code.matches(CODE) && Files.deleteIfExists(folder.resolve(code));
    }

    /** Removes the codes. */
    @Override
    public void close() throws IOException {
        remove(folder);
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            return; // another process has just removed it
        }
        Files.deleteIfExists(folder);
    }

    /** Returns the prefix of the folders of all services that serve a folder of documents: its hash. */
    private static String prefix(Path served) throws IOException {
        return Sha256.shortHex(served.toRealPath().toString()) + "-";
    }
}
