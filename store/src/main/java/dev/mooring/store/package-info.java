/**
 * State that outlives the process, in a SQLite file or in PostgreSQL: handles, the sessions of legacy clients, and the clients,
 * grants and keys of an authorization server.
 */
@NullMarked
package dev.mooring.store;

import org.jspecify.annotations.NullMarked;
