package dev.mooring.agent.file;

import java.util.List;
import org.apiguardian.api.API;

/** Thrown if an agent file is invalid. Each line of the message names the file, the place and one error. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class InvalidAgentFile extends Exception {
    private static final long serialVersionUID = 1;

    InvalidAgentFile(String message) {
        super(message);
    }

    InvalidAgentFile(List<String> faults) {
        super(String.join("\n", faults));
    }
}
