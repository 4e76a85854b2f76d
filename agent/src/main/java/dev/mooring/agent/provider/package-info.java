/** Models of providers, through LangChain4j. */
@NullMarked
package dev.mooring.agent.provider;

import org.jspecify.annotations.NullMarked;
