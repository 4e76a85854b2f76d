package dev.mooring.vault.review;

import java.util.List;
import org.apiguardian.api.API;

/**
 * A change to a document under review.
 *
 * @param added the new suggestions
 * @param resolved how many suggestions are not pending any more
 * @param pending how many suggestions are pending now
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record ReviewChange(String path, List<PendingSuggestion> added, int resolved, int pending) {}
