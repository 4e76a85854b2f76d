/** What people do with suggestions: find them over a whole vault, decide on them, change their mind. */
@NullMarked
package dev.mooring.vault.review;

import org.jspecify.annotations.NullMarked;
