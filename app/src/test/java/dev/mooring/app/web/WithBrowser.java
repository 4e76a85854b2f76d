package dev.mooring.app.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Tests that use a real browser. A test method with a {@link Browser} parameter gets the one browser of this JVM, which
 * starts on first use and ends with the JVM. Browser contexts isolate the tests.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("browser")
@Timeout(240)
@ExtendWith(WithBrowser.OneForAll.class)
public @interface WithBrowser {
    /** Not in a store of JUnit, because Surefire runs the classes of a JVM one by one, each with stores of its own. */
    final class Shared {
        private static final Browser BROWSER = Browser.open();

        private Shared() {}
    }

    /** Starts the browser on first use. */
    final class OneForAll implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType() == Browser.class;
        }

        @Override
        public Browser resolveParameter(ParameterContext parameter, ExtensionContext test) {
            return Shared.BROWSER;
        }
    }
}
