package dev.mooring.app;

import dev.mooring.store.StateStore;
import dev.mooring.store.StoreLocation;
import dev.mooring.store.Stores;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option {@code --store}. */
final class StoreOption {
    @Option(
            names = "--store",
            paramLabel = "STORE",
            converter = LocationConverter.class,
            description = "Where to keep sessions and sign-ins, so that they survive a restart: sqlite:FILE, "
                    + "postgresql://USER@HOST:PORT/DATABASE, or memory to keep none (default: a SQLite file in "
                    + "$$XDG_STATE_HOME/mooring).")
    private @Nullable StoreLocation location;

    /** Parses a location. */
    static final class LocationConverter implements ITypeConverter<StoreLocation> {
        @Override
        public StoreLocation convert(String text) {
            StoreLocation parsed;
            try {
                parsed = StoreLocation.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
            Path folder = parsed instanceof StoreLocation.Sqlite(Path file)
                    ? file.toAbsolutePath().getParent()
                    : null;
            if (folder != null && !Files.exists(folder)) {
                // A mistyped path would open an empty store, without the sessions of the existing one.
                throw new TypeConversionException(
                        "The folder " + folder + " does not exist. Create it, or choose another file");
            }
            return parsed;
        }
    }

    /**
     * Returns the location that the user has chosen, or else the standard one.
     *
     * @param folder the folder of the standard store
     */
    StoreLocation location(Path folder) {
        return location != null ? location : new StoreLocation.Sqlite(folder.resolve("store.db"));
    }

    /** Returns the location that the user has chosen. */
    Optional<StoreLocation> chosen() {
        return Optional.ofNullable(location);
    }

    /** Returns the location that the user has chosen, or else memory. */
    StoreLocation locationOrMemory() {
        return location != null ? location : new StoreLocation.Memory();
    }

    /** Opens a file, or memory if that is not possible. Problems go to the error stream. */
    static StateStore open(StoreLocation.Sqlite file, PrintWriter err) {
        return Stores.open(file, problem -> err.println("mooring: " + problem));
    }

    /** Opens a location. Problems that leave the program working go to the error stream. */
    static StateStore open(StoreLocation location, PrintWriter err) throws IOException {
        return Stores.open(location, problem -> err.println("mooring: " + problem));
    }
}
