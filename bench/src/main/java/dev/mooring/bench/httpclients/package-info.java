/** Which HTTP client to build on. */
@NullMarked
package dev.mooring.bench.httpclients;

import org.jspecify.annotations.NullMarked;
