/** Ids that a server mints: whose they are, what state they hold, and until when. */
module dev.mooring.handle {
    requires com.github.benmanes.caffeine;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.handle;
}
