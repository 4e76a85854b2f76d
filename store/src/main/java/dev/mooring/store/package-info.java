/** State that outlives the process: handles in a SQLite file or in PostgreSQL. */
@NullMarked
package dev.mooring.store;

import org.jspecify.annotations.NullMarked;
