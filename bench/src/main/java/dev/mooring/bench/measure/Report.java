package dev.mooring.bench.measure;

/**
 * The outcome of a suite.
 *
 * @param allTargetsMet whether every result with a target has met it
 */
public record Report(Table table, boolean allTargetsMet) {}
