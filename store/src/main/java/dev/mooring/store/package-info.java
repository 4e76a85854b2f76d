/** State that outlives the process: handles, and the sessions of legacy clients, in a SQLite file or in PostgreSQL. */
@NullMarked
package dev.mooring.store;

import org.jspecify.annotations.NullMarked;
