package dev.mooring.bench.fork;

import java.util.List;

/** Creates instances of classes by name. */
public final class Instances {
    private Instances() {}

    public static <T> T make(Class<T> type, String className, List<String> arguments)
            throws ReflectiveOperationException {
        return type.cast(Class.forName(className).getConstructor(List.class).newInstance(arguments));
    }
}
