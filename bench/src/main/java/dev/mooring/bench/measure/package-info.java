/** Suites of benchmarks, the targets that their results are judged against, and the table of results. */
@NullMarked
package dev.mooring.bench.measure;

import org.jspecify.annotations.NullMarked;
