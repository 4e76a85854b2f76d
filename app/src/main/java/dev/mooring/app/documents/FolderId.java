package dev.mooring.app.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.mooring.mcp.crypto.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The id of a served folder, which names its state in the state folder. The id is random. The file {@code .mooring/id} has the
 * id and the path of the folder, so that a copy of the folder gets an id of its own and a moved folder keeps its id.
 */
public final class FolderId {
    private static final Logger LOG = LoggerFactory.getLogger(FolderId.class);
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final String OWN_FOLDER = ".mooring";
    private static final String FILE = OWN_FOLDER + "/id";

    private FolderId() {}

    /**
     * Returns the id of a folder.
     *
     * @param mayWrite whether to give an id to a folder that has none; without, the id is derived from its path
     */
    public static String of(Path folder, boolean mayWrite) throws IOException {
        Path real = folder.toRealPath();
        Optional<Entry> entry = Entry.read(real);
        if (entry.isPresent() && entry.get().isFor(real)) {
            return entry.get().id();
        }
        boolean isMoved = entry.isPresent() && !entry.get().isInUseElsewhere();
        String id = isMoved ? entry.get().id() : random();
        return mayWrite && write(real, id) ? id : Sha256.shortHex(real.toString());
    }

    private static String random() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static boolean write(Path real, String id) {
        try {
            Path file = real.resolve(FILE);
            Path own = real.resolve(OWN_FOLDER);
            if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(own);
            }
            // No link is followed: a document folder from elsewhere must not make Mooring write outside it.
            try (OutputStream out =
                    Files.newOutputStream(file, CREATE, WRITE, TRUNCATE_EXISTING, LinkOption.NOFOLLOW_LINKS)) {
                out.write((id + "\n" + real + "\n").getBytes(UTF_8));
            }
            return true;
        } catch (IOException e) {
            LOG.debug("Cannot write {} in {}; the id is derived from the path: {}", FILE, real, e.toString());
            return false;
        }
    }

    /** The content of the file: the id, and the path of the folder when it got the id. */
    private record Entry(String id, Path path) {
        static Optional<Entry> read(Path real) {
            Path file = real.resolve(FILE);
            try {
                boolean isFile = Files.isDirectory(real.resolve(OWN_FOLDER), LinkOption.NOFOLLOW_LINKS)
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
                List<String> lines = isFile ? Files.readAllLines(file, UTF_8) : List.of();
                return lines.size() == 2 && ID.matcher(lines.getFirst()).matches()
                        ? Optional.of(new Entry(lines.getFirst(), Path.of(lines.get(1))))
                        : Optional.empty();
            } catch (CharacterCodingException | IllegalArgumentException e) {
                return Optional.empty(); // not written by this class: replaced
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        boolean isFor(Path real) {
            return path.equals(real);
        }

        /** Returns whether the folder at the recorded path still has this id. Then the current folder is a copy of it. */
        boolean isInUseElsewhere() {
            return read(path).filter(other -> other.id().equals(id)).isPresent();
        }
    }
}
