package dev.mooring.mcp.client.http;

import dev.mooring.mcp.client.credentials.Challenge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hc.client5.http.auth.AuthChallenge;
import org.apache.hc.client5.http.auth.ChallengeType;
import org.apache.hc.client5.http.impl.auth.AuthChallengeParser;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.message.ParserCursor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parses {@code WWW-Authenticate} headers. */
final class Challenges {
    private static final Logger LOG = LoggerFactory.getLogger(Challenges.class);

    private Challenges() {}

    /** Returns the challenges of a response. Skips headers that are not valid. */
    static List<Challenge.Scheme> of(ClassicHttpResponse response) {
        List<Challenge.Scheme> schemes = new ArrayList<>();
        for (Header header : response.getHeaders("WWW-Authenticate")) {
            String value = header.getValue() == null ? "" : header.getValue();
            try {
                for (AuthChallenge challenge : AuthChallengeParser.INSTANCE.parse(
                        ChallengeType.TARGET, value, new ParserCursor(0, value.length()))) {
                    schemes.add(new Challenge.Scheme(challenge.getSchemeName(), parameters(challenge)));
                }
            } catch (ParseException e) {
                LOG.debug("Invalid WWW-Authenticate header: {}", e.getMessage());
            }
        }
        return schemes;
    }

    private static Map<String, String> parameters(AuthChallenge challenge) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (challenge.getParams() != null) {
            for (NameValuePair parameter : challenge.getParams()) {
                parameters.putIfAbsent(
                        parameter.getName().toLowerCase(Locale.ROOT),
                        parameter.getValue() == null ? "" : parameter.getValue());
            }
        }
        return parameters;
    }
}
