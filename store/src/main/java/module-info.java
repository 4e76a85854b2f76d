/** State that outlives the process, in a SQLite file or in PostgreSQL. */
module dev.mooring.store {
    requires transitive dev.mooring.auth;
    requires transitive dev.mooring.handle;
    requires transitive dev.mooring.mcp;
    requires com.zaxxer.hikari;
    requires java.sql;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.store;
}
