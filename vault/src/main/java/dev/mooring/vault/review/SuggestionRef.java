package dev.mooring.vault.review;

import org.apiguardian.api.API;

/**
 * A reference to a suggestion as the reviewer saw it.
 *
 * @param path the canonical path of the document
 * @param id changes with the text, the author or the context of the suggestion, so that an old id finds nothing
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record SuggestionRef(String path, String id) {}
