/** Agents at work for a person: what is shown meanwhile, what is asked, and how the parts are put together. */
@NullMarked
package dev.mooring.app.run;

import org.jspecify.annotations.NullMarked;
