package dev.mooring.auth.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The https server of {@code client.example.com}, on loopback, with a certificate of its own. */
final class DocumentHost implements AutoCloseable {
    static final String NAME = "client.example.com";
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final HttpsServer https;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final SSLContext trust;
    volatile Script script = exchange -> respond(exchange, 404, "");

    interface Script {
        void run(HttpExchange exchange) throws IOException;
    }

    /** @param folder receives the key store */
    DocumentHost(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        trust = context(keyStore(folder));
        https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(trust));
        https.setExecutor(threads);
        https.createContext("/", exchange -> {
            try (exchange) {
                requests.add(exchange.getRequestURI().toString());
                script.run(exchange);
            }
        });
        https.start();
    }

    private static KeyStore keyStore(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("host.p12");
        if (!Files.exists(file)) {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "host",
                            "-keyalg",
                            "EC",
                            "-groupname",
                            "secp256r1",
                            "-dname",
                            "CN=" + NAME,
                            "-ext",
                            "san=dns:" + NAME,
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            new String(PASSWORD))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(keytool.getInputStream().readAllBytes(), UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IOException(output);
            }
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private static SSLContext context(KeyStore store) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try {
            trusted.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        trusted.setCertificateEntry("host", store.getCertificate("host"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** Trusts the certificate of this host only. */
    SSLContext trust() {
        return trust;
    }

    String address(String path) {
        return "https://" + NAME + ":" + https.getAddress().getPort() + path;
    }

    List<String> requests() {
        return requests;
    }

    static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        https.stop(0);
        threads.shutdownNow();
    }
}
