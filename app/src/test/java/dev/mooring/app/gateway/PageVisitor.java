package dev.mooring.app.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.app.account.TestLogin;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A person with a browser of their own: cookies, links and forms, no script. */
final class PageVisitor implements AutoCloseable {
    private static final Pattern FORM =
            Pattern.compile("<form[^>]*\\saction=\"([^\"]*)\"[^>]*>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\"");
    private static final Pattern REFRESH = Pattern.compile("http-equiv=\"refresh\" content=\"0;url=([^\"]*)\"");

    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final URI gateway;

    PageVisitor(String gateway) {
        this.gateway = URI.create(gateway);
    }

    /** A page as the browser shows it, after redirects. */
    record Page(URI address, int status, String body) {}

    /** Opens a page and follows redirects. */
    Page open(URI address) throws IOException, InterruptedException {
        return follow(address, http.send(accepting(address).build(), BodyHandlers.ofString()));
    }

    Page open(String path) throws IOException, InterruptedException {
        return open(gateway.resolve(path));
    }

    private static HttpRequest.Builder accepting(URI address) {
        return HttpRequest.newBuilder(address).header("Accept", "text/html");
    }

    private Page follow(URI address, HttpResponse<String> response) throws IOException, InterruptedException {
        String location = response.headers().firstValue("Location").orElse(null);
        if (location != null) {
            return open(address.resolve(location));
        }
        Matcher refresh = REFRESH.matcher(response.body());
        return refresh.find()
                ? open(address.resolve(refresh.group(1).replace("&amp;", "&")))
                : new Page(address, response.statusCode(), response.body());
    }

    /** Fills and submits the form of a page whose action ends with a text. */
    Page submit(Page page, String action, Map<String, String> input) throws IOException, InterruptedException {
        HttpResponse<String> response = submitOnly(page, action, input);
        return follow(response.uri(), response);
    }

    /** Submits a form without following where the response leads. */
    HttpResponse<String> submitOnly(Page page, String action, Map<String, String> input)
            throws IOException, InterruptedException {
        Matcher form = FORM.matcher(page.body);
        while (form.find()) {
            if (form.group(1).endsWith(action)) {
                Map<String, String> fields = new LinkedHashMap<>();
                Matcher hidden = HIDDEN.matcher(form.group(2));
                while (hidden.find()) {
                    fields.put(hidden.group(1), hidden.group(2).replace("&amp;", "&"));
                }
                fields.putAll(input);
                return post(page.address.resolve(form.group(1)), fields);
            }
        }
        throw new IOException("No form " + action + " on " + page);
    }

    private HttpResponse<String> post(URI address, Map<String, String> fields)
            throws IOException, InterruptedException {
        String form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        return http.send(
                accepting(address)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", address.getScheme() + "://" + address.getAuthority())
                        .POST(BodyPublishers.ofString(form))
                        .build(),
                BodyHandlers.ofString());
    }

    /** Signs in to the gateway with a token. */
    void useToken(String token) throws IOException, InterruptedException {
        submit(open("/login"), "/login", Map.of("token", token));
    }

    /** Starts the sign-in to a server and returns the page of its authorization server. */
    URI start(String server) throws IOException, InterruptedException {
        Page servers = open("/account/servers");
        HttpResponse<String> leading = submitOnly(servers, "/sign-in", Map.of("server", server));
        Matcher refresh = REFRESH.matcher(leading.body());
        if (!refresh.find()) {
            throw new IOException(leading.statusCode() + " " + leading.body());
        }
        return URI.create(refresh.group(1).replace("&amp;", "&"));
    }

    /** Signs in at an authorization server and allows the access. Returns the page on which the browser arrives. */
    Page consent(URI page, String name) throws IOException, InterruptedException {
        Page current = open(page);
        if (current.address.getPath().equals("/login")) {
            current = submit(current, "/login", Map.of("name", name, "password", TestLogin.PASSWORD));
        }
        return submit(current, "/authorize", Map.of("decision", "allow"));
    }

    /** Signs in to a server as a person of that server. */
    Page signIn(String server, String name) throws IOException, InterruptedException {
        return consent(start(server), name);
    }

    @Override
    public void close() {
        http.close();
    }
}
