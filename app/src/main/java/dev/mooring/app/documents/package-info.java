/** The service of {@code mooring serve}: a vault over HTTP or stdio. */
@NullMarked
package dev.mooring.app.documents;

import org.jspecify.annotations.NullMarked;
