/** CriticMarkup in raw text: marks, suggestions, the accepted and rejected views, and decisions. */
@NullMarked
package dev.mooring.vault.critic;

import org.jspecify.annotations.NullMarked;
