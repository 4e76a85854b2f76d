package dev.mooring.vault.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folders on the path of a new document. Those that did not exist are created, and removed again if they are not kept. */
final class NewFolders implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NewFolders.class);

    /** From the root to the folder of the document. */
    private final List<PinnedFolder> folders = new ArrayList<>();

    private final List<Path> created = new ArrayList<>();
    private boolean isKept;

    private NewFolders() {}

    /**
     * Opens a folder, and creates it if it does not exist.
     *
     * @param root the real path of the vault
     * @param real the path of the folder, with no symbolic link on the way
     */
    static NewFolders open(Optional<LinuxFiles> linux, Path root, Path real) throws IOException {
        var opened = new NewFolders();
        try {
            opened.folders.add(PinnedFolder.open(linux, root, root));
            for (Path name : PinnedFolder.names(root, real)) {
                opened.folders.add(opened.openOrCreate(name));
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private PinnedFolder openOrCreate(Path name) throws IOException {
        PinnedFolder parent = folders.getLast();
        try {
            return parent.child(name);
        } catch (NoSuchFileException e) {
            Path folder = parent.path().resolve(name);
            try {
                Files.createDirectory(folder);
                created.add(folder);
            } catch (FileAlreadyExistsException exists) {
                LOG.debug("Another process has created {}", name, exists);
            }
            return parent.child(name);
        }
    }

    /** Returns the folder of the document. */
    PinnedFolder last() {
        return folders.getLast();
    }

    /** Keeps the new folders, and forces them to disk with the document's entry. */
    void keep() throws IOException {
        isKept = true;
        for (PinnedFolder folder : folders.subList(folders.size() - 1 - created.size(), folders.size())
                .reversed()) {
            folder.sync();
        }
    }

    @Override
    public void close() {
        if (!isKept) {
            created.reversed().forEach(NewFolders::removeIfEmpty);
        }
        folders.reversed().forEach(PinnedFolder::close);
    }

    private static void removeIfEmpty(Path folder) {
        try {
            Files.delete(folder);
        } catch (IOException e) {
            LOG.debug("Another program uses the new folder {}", folder.getFileName(), e);
        }
    }
}
