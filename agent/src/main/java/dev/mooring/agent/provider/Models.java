package dev.mooring.agent.provider;

import dev.mooring.agent.model.Model;
import dev.mooring.agent.script.ScriptedModel;
import dev.mooring.session.Secrets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A factory for models by name.
 *
 * <table>
 * <caption>Model names and their environment variables</caption>
 * <tr><td>{@code openai/MODEL}</td><td>{@code OPENAI_API_KEY}; with {@code OPENAI_BASE_URL}, any server that implements OpenAI's
 *     chat completions. Then the key is optional</td></tr>
 * <tr><td>{@code anthropic/MODEL}</td><td>{@code ANTHROPIC_API_KEY}, {@code ANTHROPIC_BASE_URL}</td></tr>
 * <tr><td>{@code ollama/MODEL}</td><td>{@code OLLAMA_HOST}, by default {@code http://127.0.0.1:11434}</td></tr>
 * <tr><td>{@code gemini/MODEL}</td><td>{@code GEMINI_API_KEY} or {@code GOOGLE_API_KEY}, {@code GOOGLE_GEMINI_BASE_URL}</td></tr>
 * <tr><td>{@code script/FILE}</td><td>no variables: a script takes the place of the model</td></tr>
 * </table>
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Models {
    private static final String FORMS = "openai/MODEL, anthropic/MODEL, ollama/MODEL, gemini/MODEL or script/FILE";

    private static final List<String> KEYS =
            List.of("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY");

    private Models() {}

    /**
     * Returns the model with a name. Does not contact the provider.
     *
     * @throws UnusableModel if the provider does not exist, a variable is missing, or the script is invalid
     */
    public static Model named(String name, Map<String, String> environment) {
        int slash = name.indexOf('/');
        String model = name.substring(slash + 1);
        if (slash < 1 || model.isBlank()) {
            throw new UnusableModel("Invalid model name \"" + name + "\". Use " + FORMS + ".");
        }
        return switch (name.substring(0, slash)) {
            case "openai" -> Providers.openAi(model, new Environment(environment));
            case "anthropic" -> Providers.anthropic(model, new Environment(environment));
            case "ollama" -> Providers.ollama(model, new Environment(environment));
            case "gemini" -> Providers.gemini(model, new Environment(environment));
            case "script" -> script(model);
            default ->
                throw new UnusableModel(
                        "There is no provider \"" + name.substring(0, slash) + "\". Use " + FORMS + ".");
        };
    }

    /** Returns the API keys in an environment, for redaction. */
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

    /** Thrown if the name or the configuration of a model is invalid. */
    public static final class UnusableModel extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        UnusableModel(String message) {
            super(message);
        }
    }

    /** Environment variables. A blank variable counts as not set. */
    record Environment(Map<String, String> variables) {
        @Nullable
        String get(String name) {
            String value = variables.get(name);
            return value == null || value.isBlank() ? null : value.strip();
        }

        /** Returns the first variable that is set. */
        String require(String model, String... names) {
            for (String name : names) {
                String value = get(name);
                if (value != null) {
                    return value;
                }
            }
            throw new UnusableModel("The model " + model + " needs a key: set " + String.join(" or ", names) + ".");
        }
    }
}
