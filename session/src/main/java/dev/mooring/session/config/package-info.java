/** Reads tool servers from the JSON files that other programs use too. */
@NullMarked
package dev.mooring.session.config;

import org.jspecify.annotations.NullMarked;
