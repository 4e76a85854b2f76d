package dev.mooring.app;

import dev.mooring.app.web.WebSettings;
import dev.mooring.store.StoreLocation;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a gateway that is one of several replicas. */
final class ClusterOptions {
    @Option(
            names = "--cluster-key-file",
            paramLabel = "FILE",
            description =
                    "Make this gateway one of several replicas, which share --store postgresql://... and this key. The"
                            + " file has one line of at least 32 characters, and its mode is 600.")
    private @Nullable Path keyFile;

    @Option(
            names = "--advertise",
            paramLabel = "URL",
            description =
                    "The URL at which other replicas reach this one, such as http://10.0.0.7:7332 (default: the address"
                            + " that it listens on).")
    private @Nullable URI advertised;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    /** Returns the file with the key of the cluster; empty if the gateway has no replicas. */
    Optional<Path> keyFile() {
        return Optional.ofNullable(keyFile);
    }

    /** Returns the URL at which other replicas reach this one; empty for the address that it listens on. */
    Optional<String> advertised() {
        return Optional.ofNullable(advertised).map(URI::toString);
    }

    /**
     * Checks the combination with other options.
     *
     * @throws ParameterException if the options contradict each other
     */
    void check(Optional<StoreLocation> store, WebSettings web) {
        if (keyFile == null) {
            if (advertised != null) {
                throw usage("--advertise needs --cluster-key-file");
            }
            return;
        }
        if (store.filter(StoreLocation.Postgresql.class::isInstance).isEmpty()) {
            throw usage(
                    "--cluster-key-file needs --store postgresql://USER@HOST:PORT/DATABASE: replicas share a database");
        }
        URI url = advertised;
        if (url == null) {
            if (web.address().isAnyLocal()) {
                throw usage("--host " + web.address().host()
                        + " listens on every address of this machine. Set --advertise to the URL at which other replicas"
                        + " reach this one.");
            }
        } else if (!isBareUrl(url)) {
            throw usage("--advertise must be an http or https URL without a path, such as http://10.0.0.7:7332");
        }
    }

    private static boolean isBareUrl(URI url) {
        String path = url.getRawPath();
        return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                && url.getHost() != null
                && (path == null || path.isEmpty() || path.equals("/"))
                && url.getRawQuery() == null
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null;
    }

    private ParameterException usage(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
