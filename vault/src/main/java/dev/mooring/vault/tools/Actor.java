package dev.mooring.vault.tools;

import dev.mooring.handle.Caller;

/**
 * On whose behalf a tool runs.
 *
 * @param caller whose handles it may use
 * @param author the name that its suggestions carry
 */
public record Actor(Caller caller, String author) {}
