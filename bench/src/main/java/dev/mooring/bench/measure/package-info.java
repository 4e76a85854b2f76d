/** What a measurement is: suites of measures, what they have to reach, and the table that says so. */
@NullMarked
package dev.mooring.bench.measure;

import org.jspecify.annotations.NullMarked;
