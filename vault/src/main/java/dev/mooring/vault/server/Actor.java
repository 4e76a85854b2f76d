package dev.mooring.vault.server;

import dev.mooring.handle.HandleOwner;

/**
 * On whose behalf a tool runs.
 *
 * @param caller whose handles it may use
 * @param author the name that its suggestions carry
 */
public record Actor(HandleOwner caller, String author) {}
