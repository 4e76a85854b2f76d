package dev.mooring.bench.measure;

/**
 * What a suite found.
 *
 * @param reached whether everything that has a reach has reached it
 */
public record Report(Table table, boolean reached) {}
