package dev.mooring.run;

import org.apiguardian.api.API;

/** The state of a run or of one of its scopes. A state only changes to a later one. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public enum RunState {
    /** The body runs. Forks, joins and end hooks are accepted. */
    OPEN,
    /** The body has ended or was cancelled. Nothing new is accepted; tasks in flight end, then the end hooks run. */
    CLOSING,
    /** Every end hook has run. */
    ENDED
}
