/** Held sessions as tools of LangChain4j. Needs LangChain4j on the class path. */
@NullMarked
package dev.mooring.session.langchain4j;

import org.jspecify.annotations.NullMarked;
