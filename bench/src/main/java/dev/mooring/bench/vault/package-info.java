/** The suite of the document server: beside {@code cat}, ripgrep, the reference file server and bare writes. */
@NullMarked
package dev.mooring.bench.vault;

import org.jspecify.annotations.NullMarked;
