package dev.mooring.app.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One-time codes with which local people sign in to the pages of a service without tokens. A code is the name of an empty
 * file in a folder that only the user can read. Deleting the file redeems the code, so each code works once. Any program of
 * the user can create a code by creating a file; a program that can only send requests to the service cannot.
 */
public final class SignInCodes implements AutoCloseable {
    private static final String ADDRESS = "address";
    private static final String CODE = "[0-9a-f]{48}";
    private static final int CODE_BYTES = 24;
    private static final int HASH_CHARACTERS = 16;

    private final Path folder;
    private volatile String address = "";

    private SignInCodes(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates the folder for the codes of a service in this process, and removes those of processes that were killed.
     *
     * @param state the program's state folder
     * @param served the folder of documents that the service serves
     */
    public static SignInCodes begin(Path state, Path served) throws IOException {
        FileAttribute<Set<PosixFilePermission>> ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path all = Files.createDirectories(state.resolve("sign-in"), ownerOnly);
        for (Path other : foldersIn(all)) {
            if (!isRunning(other)) {
                remove(other);
            }
        }
        Path folder = Files.createTempDirectory(
                all, prefix(served) + ProcessHandle.current().pid() + "-", ownerOnly);
        return new SignInCodes(folder);
    }

    /**
     * Lets other processes find the service.
     *
     * @param pages the URL of the pages, with a slash at the end
     */
    public void announce(String pages) throws IOException {
        address = pages;
        Files.writeString(folder.resolve(ADDRESS), pages);
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
     * Creates an invitation to the running service of a folder; empty if no service serves it.
     *
     * @param path the page to which the link leads, such as {@code /}
     */
    public static Optional<Invitation> invite(Path state, Path served, String path) throws IOException {
        String prefix = prefix(served);
        for (Path folder : foldersIn(state.resolve("sign-in"))) {
            Path announced = folder.resolve(ADDRESS);
            if (folder.getFileName().toString().startsWith(prefix) && isRunning(folder) && Files.exists(announced)) {
                String link = newLink(folder, Files.readString(announced), path);
                Path page = folder.resolve("open.html");
                Files.writeString(
                        page,
                        "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=" + new Html().text(link)
                                + "\">\n");
                return Optional.of(new Invitation(link, page));
            }
        }
        return Optional.empty();
    }

    private static List<Path> foldersIn(Path all) throws IOException {
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(all)) {
            return folders.toList();
        }
    }

    /** The name of a folder is hash-pid-random. */
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
        }
        Files.deleteIfExists(folder);
    }

    /** The folder names of all services of a folder of documents begin with a hash of its path. */
    private static String prefix(Path served) throws IOException {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(served.toRealPath().toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, HASH_CHARACTERS) + "-";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}
