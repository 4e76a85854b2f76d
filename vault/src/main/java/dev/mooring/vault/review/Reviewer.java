package dev.mooring.vault.review;

import org.apiguardian.api.API;

/**
 * A person who decides on suggestions.
 *
 * @param key identifies the browser or terminal; undo affects only decisions with the same key
 * @param name the author of the person's comments
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Reviewer(String key, String name) {}
