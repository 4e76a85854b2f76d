package dev.mooring.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.server.http.AccessRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files in {@code examples/replicas}. */
class ReplicasExampleTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("mooring.root", "..")).toAbsolutePath().resolve("examples/replicas");

    private static List<JsonNode> documents(String file) throws Exception {
        try (MappingIterator<JsonNode> all =
                new YAMLMapper().readerFor(JsonNode.class).readValues(Files.readString(FOLDER.resolve(file)))) {
            return all.readAll();
        }
    }

    private static Set<String> gatewayOptions() {
        return Objects.requireNonNull(
                        MooringCommand.commandLine().getSubcommands().get("gateway"))
                .getCommandSpec()
                .optionsMap()
                .keySet();
    }

    private static void assertStartsAReplica(JsonNode arguments) {
        List<String> texts = new ArrayList<>();
        arguments.forEach(argument -> texts.add(argument.asString("")));
        assertThat(texts.getFirst()).isEqualTo("gateway");
        List<String> names = texts.stream()
                .skip(1)
                .map(text -> text.substring(0, text.indexOf('=')))
                .toList();
        assertThat(gatewayOptions()).containsAll(names);
        assertThat(names).contains("--store", "--cluster-key-file", "--advertise");
    }

    @Test
    void kubernetesManifestHasADeploymentAndAServiceForTheSamePods() throws Exception {
        List<JsonNode> manifest = documents("kubernetes.yaml");

        assertThat(manifest)
                .extracting(each -> each.path("kind").asString(""))
                .containsExactly("Deployment", "Service");
        JsonNode deployment = manifest.getFirst();
        JsonNode service = manifest.getLast();
        assertThat(deployment.path("apiVersion").asString("")).isEqualTo("apps/v1");
        assertThat(service.path("apiVersion").asString("")).isEqualTo("v1");
        JsonNode labels = deployment.at("/spec/template/metadata/labels");
        assertThat(labels).isNotEmpty();
        assertThat(deployment.at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(service.at("/spec/selector")).isEqualTo(labels);
        JsonNode container = deployment.at("/spec/template/spec/containers/0");
        assertThat(service.at("/spec/ports/0/targetPort")).isEqualTo(container.at("/ports/0/containerPort"));
        assertStartsAReplica(container.path("args"));
        JsonNode header = container.at("/readinessProbe/httpGet/httpHeaders/0");
        assertThat(header.path("name").asString("")).isEqualTo("Host");
        assertThat(AccessRules.loopbackOnly().allowsHost(header.path("value").asString("")))
                .isTrue();
        Set<String> volumes = new HashSet<>();
        deployment
                .at("/spec/template/spec/volumes")
                .forEach(each -> volumes.add(each.path("name").asString("")));
        container
                .path("volumeMounts")
                .forEach(each -> assertThat(volumes).contains(each.path("name").asString("")));
    }

    @Test
    void composeFileStartsThreeReplicasThatAdvertiseThemselves() throws Exception {
        JsonNode services = documents("compose.yaml").getFirst().path("services");

        for (String name : List.of("replica1", "replica2", "replica3")) {
            JsonNode command = services.path(name).path("command");
            assertStartsAReplica(command);
            assertThat(command.toString()).contains("--advertise=http://" + name + ":7332");
        }
        assertThat(services.path("balancer").path("environment").size()).isEqualTo(4);
    }

    @Test
    @Tag("process")
    void demoIsAValidScript() throws Exception {
        Process bash = new ProcessBuilder(
                        "bash", "-n", FOLDER.resolve("demo.sh").toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEmpty();
        assertThat(bash.waitFor()).isZero();
    }
}
