package dev.mooring.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebAddressTest {
    @Test
    void addressOfAnotherMachineIsReportedAsSuch() {
        var documentation = new WebAddress("192.0.2.1", 0, Optional.empty()); // reserved for documentation

        assertThatThrownBy(() -> documentation.listen(HttpServer.builder()))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot listen on 192.0.2.1:0: not an address of this machine. Set --host to an address of"
                        + " this machine.");
    }

    @ParameterizedTest
    @CsvSource({
        "Address already in use,port in use. Stop the other process or choose another port with --port.",
        "Permission denied,permission denied. Use a port above 1023.",
        "No buffer space,No buffer space. Choose another address with --host and --port."
    })
    void reasonDependsOnTheCause(String cause, String reason) {
        assertThat(WebAddress.reason(new BindException(cause))).isEqualTo(reason);
    }
}
