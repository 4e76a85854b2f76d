/** Models of OpenAI, Anthropic, Gemini and Ollama, implemented with LangChain4j. */
@NullMarked
package dev.mooring.agent.provider;

import org.jspecify.annotations.NullMarked;
