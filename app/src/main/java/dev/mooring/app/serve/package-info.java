/** What {@code mooring serve} is made of: tokens, the web server around a vault, and what people are told. */
@NullMarked
package dev.mooring.app.serve;

import org.jspecify.annotations.NullMarked;
