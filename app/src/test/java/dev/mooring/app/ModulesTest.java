package dev.mooring.app;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Dependencies between modules and between packages. A row may exist before the first class of its module. */
class ModulesTest {
    private static final String ROOT = "dev.mooring.";

    private static final List<Row> TABLE = List.of(
            row("run"),
            row("mcp"),
            row("handle"),
            row("session", "run..", "mcp.."),
            row("agent", "run..", "session..", "mcp"), // only the data types
            row("vault", "mcp..", "handle.."),
            row("gateway", "session..", "handle..", "mcp.."),
            row("auth", "mcp.."),
            row("store", "handle..", "mcp..", "auth.grant"),
            row(
                    "app",
                    "run..",
                    "mcp..",
                    "handle..",
                    "session..",
                    "agent..",
                    "vault..",
                    "gateway..",
                    "auth..",
                    "store.."));

    private static final List<String> OUTSIDE_THE_PRODUCT =
            List.of("bench", "bom", "dist", "examples", "examples/spring-boot-3", "examples/spring-boot-4", "lint");

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages(ROOT);

    /** One row: the module, and the packages of other modules that it may use. */
    record Row(String module, List<String> mayUse) {
        String itself() {
            return ROOT + module + "..";
        }

        String[] usable() {
            return Stream.concat(Stream.of(itself()), mayUse.stream().map(ROOT::concat))
                    .toArray(String[]::new);
        }

        @Override
        public String toString() {
            return module;
        }
    }

    private static Row row(String module, String... mayUse) {
        return new Row(module, List.of(mayUse));
    }

    private static String read(String file) throws IOException {
        return Files.readString(
                Path.of(System.getProperty("mooring.root", "..")).resolve(file));
    }

    static List<String> modulesOfTheBuild() throws IOException {
        String pom = read("pom.xml");
        return Pattern.compile("<module>(.+?)</module>")
                .matcher(pom)
                .results()
                .map(found -> found.group(1))
                .filter(module -> !OUTSIDE_THE_PRODUCT.contains(module))
                .toList();
    }

    @ParameterizedTest
    @FieldSource("TABLE")
    void eachModuleUsesOnlyTheModulesOfItsRow(Row row) {
        classes()
                .that()
                .resideInAPackage(row.itself())
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("dev.mooring..")).or(resideInAnyPackage(row.usable())))
                .allowEmptyShould(true) // for rows without a module; another test checks the modules of the build
                .check(CLASSES);
    }

    @Test
    void onlyMcpUsesTheLibraryOfTheWebServer() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "mcp..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty..")
                .check(CLASSES);
    }

    @Test
    void runUsesNothingButSlf4j() {
        classes()
                .that()
                .resideInAPackage(ROOT + "run..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        ROOT + "run..", "java..", "org.slf4j..", "org.jspecify.annotations", "org.apiguardian.api"))
                .check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("modulesOfTheBuild")
    void everyModuleOfTheBuildHasARowAndClassesToCheck(String module) {
        assertThat(TABLE).extracting(Row::module).contains(module);
        assertThat(CLASSES).anyMatch(resideInAPackage(ROOT + module + ".."));
    }

    @ParameterizedTest
    @MethodSource("modulesOfTheBuild")
    void errorProneChecksEveryModuleOfTheBuild(String module) throws IOException {
        assertThat(read("lint/pom.xml"))
                .contains("/../" + module + "/src/main/java/dev<", "/../" + module + "/src/test/java/dev<");
    }

    @Test
    void everyClassBelongsToAModule() {
        String[] everywhere = TABLE.stream().map(Row::itself).toArray(String[]::new);
        classes().should().resideInAnyPackage(everywhere).check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(CLASSES);
    }

    /** Every package is a slice of its own, so that sub-packages are checked too. */
    private static final class ByPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
