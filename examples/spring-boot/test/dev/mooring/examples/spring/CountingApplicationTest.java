package dev.mooring.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootVersion;

/** Runs the application as a program of its own, with the class path that Spring Boot's dependency management gives it. */
@Tag("counterpart")
class CountingApplicationTest {
    @TempDir
    private Path folder;

    @Test
    void applicationHoldsSessionsWithAProcessAndAnHttpServer() throws Exception {
        Path log = folder.resolve("output");
        Process application = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CountingApplication.class.getName(),
                        "--spring.main.web-application-type=none")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean hasEnded = application.waitFor(60, TimeUnit.SECONDS);
        application.destroyForcibly().waitFor();
        String output = Files.readString(log);
        assertThat(hasEnded).as(output).isTrue();
        assertThat(application.exitValue()).as(output).isZero();
        assertThat(output).contains("process: 1, 2", "http: 1, 2");
    }

    @Test
    void classPathHasTheExpectedVersions() {
        assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("expected.spring-boot"));
        assertThat(JsonProperty.class.getPackage().getImplementationVersion()).isEqualTo("2.22");
    }
}
