/** CriticMarkup as a layer on raw text: its marks, the views with suggestions accepted or rejected, and decisions on them. */
@NullMarked
package dev.mooring.vault.critic;

import org.jspecify.annotations.NullMarked;
