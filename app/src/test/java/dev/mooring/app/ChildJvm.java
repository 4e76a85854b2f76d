package dev.mooring.app;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Commands that start the program in a JVM of its own. The tests start hundreds of them, so the JVM gets an
 * archive of loaded classes (CDS). The first test that starts a child also starts the making of the archive; children use
 * it from when it is complete until the class path changes. The launcher's AOT cache starts a program as quickly, but takes
 * four times as long to make.
 */
public final class ChildJvm {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> OPTIONS = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-Xlog:disable",
            "-Xlog:all=warning,aot*=off,cds*=off:stderr");

    /** Initialized on first use. */
    private static final class Prepared {
        private static final Path FOLDER = Mooring.ROOT.resolve("app/target/child-jvm");
        private static final String CLASS_PATH;
        private static final Path ARCHIVE;

        static {
            try {
                Files.createDirectories(FOLDER);
                CLASS_PATH = jars();
                String state = Stream.of(CLASS_PATH.split(File.pathSeparator))
                        .map(jar -> jar + " " + new File(jar).lastModified())
                        .collect(Collectors.joining("\n"));
                ARCHIVE = FOLDER.resolve(Integer.toHexString(state.hashCode()) + ".jsa");
                makeArchive();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns the class path with a jar for each folder, because the archive has no classes from folders. */
        private static String jars() throws IOException {
            List<String> entries = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                Path path = Path.of(entry);
                if (Files.isDirectory(path)) {
                    entries.add(jar(path).toString());
                } else if (Files.exists(path)) {
                    entries.add(entry);
                }
            }
            return String.join(File.pathSeparator, entries);
        }

        /** Returns the jar of a folder. Its time is that of the newest file. */
        private static Path jar(Path folder) throws IOException {
            List<Path> files;
            try (Stream<Path> all = Files.walk(folder)) {
                files = all.filter(Files::isRegularFile).sorted().toList();
            }
            long newest = 0;
            for (Path file : files) {
                newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
            }
            Path jar = FOLDER.resolve(Integer.toHexString(folder.hashCode()) + ".jar");
            if (Files.exists(jar) && Files.getLastModifiedTime(jar).toMillis() == newest) {
                return jar;
            }
            Path unfinished = Files.createTempFile(FOLDER, "new", ".jar");
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(unfinished))) {
                out.setLevel(Deflater.BEST_SPEED);
                for (Path file : files) {
                    out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                    Files.copy(file, out);
                }
            }
            Files.setLastModifiedTime(unfinished, FileTime.fromMillis(newest));
            return Files.move(unfinished, jar, StandardCopyOption.REPLACE_EXISTING);
        }

        /** Starts the demo, whose classes become the archive, unless a test JVM did so before. It uses every module. */
        private static void makeArchive() throws IOException {
            Path folder = FOLDER.resolve(ARCHIVE.getFileName() + ".demo");
            try {
                Files.createDirectory(folder);
            } catch (FileAlreadyExistsException e) {
                return;
            }
            try (DirectoryStream<Path> earlier = Files.newDirectoryStream(FOLDER, "*.jsa")) {
                for (Path archive : earlier) {
                    Files.deleteIfExists(archive);
                }
            }
            Path unfinished = folder.resolve("mooring.jsa");
            // The shell also completes the archive if this JVM ends first. Without one, children only start more
            // slowly.
            List<String> command = new ArrayList<>(
                    List.of("sh", "-c", "new=$1 archive=$2; shift 2; \"$@\"; mv \"$new\" \"$archive\"", "sh"));
            command.addAll(List.of(unfinished.toString(), ARCHIVE.toString(), JAVA));
            command.addAll(OPTIONS);
            command.add("-XX:ArchiveClassesAtExit=" + unfinished);
            command.addAll(List.of("-cp", CLASS_PATH, Main.class.getName(), "demo"));
            ProcessBuilder demo = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(folder.resolve("output").toFile());
            demo.environment().put("XDG_STATE_HOME", folder.toString());
            Process _ = demo.start();
        }
    }

    private ChildJvm() {}

    /** Returns the command that runs the program. */
    public static List<String> mooring(String... arguments) {
        List<String> command = new ArrayList<>(OPTIONS);
        command.addFirst(JAVA);
        if (Files.exists(Prepared.ARCHIVE)) {
            command.add("-XX:SharedArchiveFile=" + Prepared.ARCHIVE);
        }
        command.addAll(List.of("-cp", Prepared.CLASS_PATH, Main.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
