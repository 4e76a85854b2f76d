/** The operations that the document tools are made of, free of any protocol. */
@NullMarked
package dev.mooring.vault.tools;

import org.jspecify.annotations.NullMarked;
