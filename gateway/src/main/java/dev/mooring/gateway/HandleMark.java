package dev.mooring.gateway;

/** Facts about a handle that decide whether it is evicted at a limit. Their names are stored. */
enum HandleMark {
    /** A conversation or a transport session leads to the handle. */
    BOUND,
    /** The handle was used again after its first call. */
    REUSED,
    /** The client has deleted the transport session that the handle was bound to. */
    DISCONNECTED
}
