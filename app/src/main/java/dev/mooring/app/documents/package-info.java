/** What {@code mooring serve} is made of: the web server around a vault, and its client over stdio. */
@NullMarked
package dev.mooring.app.documents;

import org.jspecify.annotations.NullMarked;
