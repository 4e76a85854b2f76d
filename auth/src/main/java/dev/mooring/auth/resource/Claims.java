package dev.mooring.auth.resource;

import com.nimbusds.jwt.JWTClaimsSet;
import java.net.URI;
import java.text.ParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the claims of access tokens: those of RFC 9068, and the usual deviations of identity providers. */
final class Claims {
    /** The claim with which the built-in authorization server names the client. */
    private static final String CLIENT_NAME = "client_name";

    private static final int MAX_NAME = 200;

    private Claims() {}

    /** @throws ParseException if a claim has the wrong type */
    static AccessToken read(JWTClaimsSet claims) throws ParseException {
        String subject = claims.getSubject();
        String clientId = firstOf(claims, "client_id", "azp", "cid");
        String name = firstOf(claims, "name", "preferred_username");
        return new AccessToken(
                claims.getIssuer(),
                subject,
                name == null ? subject : name,
                clientId,
                clientName(claims, clientId),
                scopes(claims),
                new HashSet<>(claims.getAudience()),
                claims.getExpirationTime().toInstant(),
                claims.getStringClaim("sid"));
    }

    private static @Nullable String firstOf(JWTClaimsSet claims, String... names) throws ParseException {
        for (String name : names) {
            String value = claims.getStringClaim(name);
            if (value != null && !value.isBlank() && value.length() <= MAX_NAME) {
                return value;
            }
        }
        return null;
    }

    /** Returns the name in the token, or the host of a client that identifies itself with a metadata document. */
    private static @Nullable String clientName(JWTClaimsSet claims, @Nullable String clientId) throws ParseException {
        String name = firstOf(claims, CLIENT_NAME);
        if (name != null || clientId == null || !clientId.startsWith("https://")) {
            return name;
        }
        try {
            return URI.create(clientId).getHost();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Set<String> scopes(JWTClaimsSet claims) throws ParseException {
        Object scope = claims.getClaim("scope") == null ? claims.getClaim("scp") : claims.getClaim("scope");
        return switch (scope) {
            case null -> Set.of();
            case String text -> words(text);
            case List<?> list -> {
                Set<String> scopes = new HashSet<>();
                list.forEach(item -> scopes.add(String.valueOf(item)));
                yield scopes;
            }
            default -> throw new ParseException("Unexpected type of scope", 0);
        };
    }

    private static Set<String> words(String text) {
        Set<String> scopes = new HashSet<>(List.of(text.split(" ")));
        scopes.remove("");
        return scopes;
    }
}
