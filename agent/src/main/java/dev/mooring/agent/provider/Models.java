package dev.mooring.agent.provider;

import dev.mooring.agent.model.Model;
import dev.mooring.agent.script.ScriptedModel;
import dev.mooring.session.Secrets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds models by name.
 *
 * <table>
 * <caption>Names, and the variables that go with them</caption>
 * <tr><td>{@code openai/MODEL}</td><td>{@code OPENAI_API_KEY}; with {@code OPENAI_BASE_URL}, any server that speaks OpenAI's chat
 *     completions, which then may need no key</td></tr>
 * <tr><td>{@code anthropic/MODEL}</td><td>{@code ANTHROPIC_API_KEY}, {@code ANTHROPIC_BASE_URL}</td></tr>
 * <tr><td>{@code ollama/MODEL}</td><td>{@code OLLAMA_HOST}, by default {@code http://127.0.0.1:11434}</td></tr>
 * <tr><td>{@code gemini/MODEL}</td><td>{@code GEMINI_API_KEY} or {@code GOOGLE_API_KEY}, {@code GOOGLE_GEMINI_BASE_URL}</td></tr>
 * <tr><td>{@code script/FILE}</td><td>a script that is played instead of a model</td></tr>
 * </table>
 */
public final class Models {
    private static final String FORMS = "openai/MODEL, anthropic/MODEL, ollama/MODEL, gemini/MODEL or script/FILE";

    private static final List<String> KEYS =
            List.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY");

    private Models() {}

    /** As {@link #named(String, Map, Delivery)}, with the words as they come. */
    public static Model named(String name, Map<String, String> environment) {
        return named(name, environment, Delivery.STREAMED);
    }

    /**
     * The model of a name. Nothing is asked of the provider yet.
     *
     * @throws UnusableModel if there is no such provider, a variable is missing, or the script cannot be read
     */
    public static Model named(String name, Map<String, String> environment, Delivery delivery) {
        int slash = name.indexOf('/');
        String model = name.substring(slash + 1);
        if (slash < 1 || model.isBlank()) {
            throw new UnusableModel("\"" + name + "\" is no model. It should be " + FORMS + ".");
        }
        return switch (name.substring(0, slash)) {
            case "openai" -> Providers.openAi(model, new Environment(environment), delivery);
            case "anthropic" -> Providers.anthropic(model, new Environment(environment), delivery);
            case "ollama" -> Providers.ollama(model, new Environment(environment), delivery);
            case "gemini" -> Providers.gemini(model, new Environment(environment), delivery);
            case "script" -> script(model);
            default ->
                throw new UnusableModel(
                        "There is no provider \"" + name.substring(0, slash) + "\". A model is " + FORMS + ".");
        };
    }

    /** The keys of all providers in an environment, which must not be seen. */
    public static Secrets secrets(Map<String, String> environment) {
        return Secrets.of(KEYS.stream()
                .map(environment::get)
                .filter(Objects::nonNull)
                .map(String::strip)
                .toList());
    }

    private static Model script(String file) {
        try {
            return ScriptedModel.read(Path.of(file));
        } catch (ScriptedModel.InvalidScript e) {
            throw new UnusableModel(String.valueOf(e.getMessage()));
        }
    }

    /** How a provider hands over an answer. */
    public enum Delivery {
        /** Word by word. */
        STREAMED,
        /** When it is complete. */
        WHOLE
    }

    /** A model cannot be used as it is named and set up. */
    public static final class UnusableModel extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        UnusableModel(String message) {
            super(message);
        }
    }

    /** Variables, where a blank one counts as none. */
    record Environment(Map<String, String> variables) {
        @Nullable
        String get(String name) {
            String value = variables.get(name);
            return value == null || value.isBlank() ? null : value.strip();
        }

        /** The first of some variables that is set. */
        String require(String provider, String... names) {
            for (String name : names) {
                String value = get(name);
                if (value != null) {
                    return value;
                }
            }
            throw new UnusableModel(provider + " needs a key: set " + String.join(" or ", names) + ".");
        }
    }
}
