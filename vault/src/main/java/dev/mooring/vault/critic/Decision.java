package dev.mooring.vault.critic;

/** What a person makes of a suggestion. */
public enum Decision {
    ACCEPT,
    REJECT,
    /** Leave it pending. */
    KEEP
}
