/** Handles: ids that a server mints, with owner, state and expiry. */
@SuppressWarnings("module") // the gateway is compiled later
module dev.mooring.handle {
    requires com.github.benmanes.caffeine;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.handle;
    exports dev.mooring.handle.cluster;
    exports dev.mooring.handle.cluster.protocol to
            dev.mooring.gateway;
}
