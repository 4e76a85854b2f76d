/** Held sessions as tools for LangChain4j, for teams that have that framework already. Needs LangChain4j on the class path. */
@NullMarked
package dev.mooring.session.langchain4j;

import org.jspecify.annotations.NullMarked;
