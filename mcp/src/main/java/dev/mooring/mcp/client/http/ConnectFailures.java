package dev.mooring.mcp.client.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;

/** The failures of HTTP requests that were not sent, because no connection was established. */
public final class ConnectFailures {
    private ConnectFailures() {}

    /** Returns whether a failed request cannot have reached the server. */
    public static boolean include(IOException failure) {
        return failure instanceof ConnectException
                || failure instanceof UnknownHostException
                || failure instanceof NoRouteToHostException
                || failure instanceof ConnectTimeoutException
                || failure instanceof SSLHandshakeException;
    }
}
