package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The options of {@code mooring gateway} for replicas. */
@Timeout(60)
class ClusterOptionsTest {
    private static final String DATABASE = "postgresql://mooring@127.0.0.1:1/mooring";

    @TempDir
    Path folder;

    private final Mooring mooring = new Mooring();

    private int run(String... options) throws Exception {
        Path servers = Mooring.servers(folder, Mooring.local("notepad", "true"));
        List<String> arguments = new ArrayList<>(List.of("gateway", "--servers", servers.toString(), "--port", "0"));
        arguments.addAll(List.of(options));
        return mooring.run(arguments.toArray(String[]::new));
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                Arguments.of(List.of("--advertise", "http://10.0.0.7:1"), "--advertise needs --cluster-key-file"),
                Arguments.of(List.of("--cluster-key-file", "key"), "--cluster-key-file needs --store postgresql://"),
                Arguments.of(
                        List.of("--cluster-key-file", "key", "--store", "memory"),
                        "--cluster-key-file needs --store postgresql://"),
                Arguments.of(
                        List.of("--cluster-key-file", "key", "--store", DATABASE, "--advertise", "http://x/path"),
                        "--advertise must be an http or https URL without a path"),
                Arguments.of(
                        List.of("--cluster-key-file", "key", "--store", DATABASE, "--advertise", "ftp://x"),
                        "--advertise must be an http or https URL without a path"));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void contradictionIsAUsageErrorThatSaysWhatIsMissing(List<String> options, String message) throws Exception {
        int exitCode = run(options.toArray(String[]::new));

        assertThat(exitCode).isEqualTo(2);
        assertThat(mooring.err()).contains(message);
    }

    @Test
    void listeningOnEveryAddressNeedsAnAdvertisedUrl() throws Exception {
        Path tokens = Files.writeString(folder.resolve("tokens"), "ada 0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        int exitCode = run(
                "--cluster-key-file",
                "key",
                "--store",
                DATABASE,
                "--host",
                "0.0.0.0",
                "--token-file",
                tokens.toString(),
                "--public-url",
                "https://example.com");

        assertThat(exitCode).isEqualTo(2);
        assertThat(mooring.err()).contains("Set --advertise to the URL at which other replicas reach this one");
    }

    @Test
    void missingKeyFileIsReportedWithTheCommandThatCreatesIt() throws Exception {
        int exitCode = run(
                "--store",
                DATABASE,
                "--cluster-key-file",
                folder.resolve("no.key").toString());

        assertThat(exitCode).isEqualTo(1);
        assertThat(mooring.err()).contains("no such file").contains("openssl rand -hex 32");
    }

    @Test
    void keyFileThatOthersCanReadIsRefused() throws Exception {
        Path key = Files.writeString(folder.resolve("cluster.key"), "0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

        int exitCode = run("--store", DATABASE, "--cluster-key-file", key.toString());

        assertThat(exitCode).isEqualTo(1);
        assertThat(mooring.err()).contains("other users can read it").contains("chmod 600");
        assertThat(mooring.err()).doesNotContain("0123456789abcdef");
    }

    @Test
    void unreachableDatabaseIsReported() throws Exception {
        Path key = Files.writeString(folder.resolve("cluster.key"), "0123456789abcdef0123456789abcdef\n");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));

        int exitCode = run("--store", DATABASE, "--cluster-key-file", key.toString());

        assertThat(exitCode).isEqualTo(1);
        assertThat(mooring.err()).contains("Check that PostgreSQL is running");
    }
}
