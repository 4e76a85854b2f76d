package dev.mooring.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The module descriptors of the libraries. */
class ModuleDescriptorsTest {
    private static final String ROOT = "dev.mooring.";

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages(ROOT);

    private static Optional<ModuleDescriptor> descriptor(String module) {
        Path classes = Path.of(System.getProperty("mooring.root", ".."), module, "target", "classes");
        return ModuleFinder.of(classes).find(ROOT + module).map(found -> found.descriptor());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "mcp", "handle", "session", "agent", "vault", "gateway", "auth", "store"})
    void modulesExportWhatOtherModulesUse(String module) {
        assertThat(packagesUsedByOthers(module))
                .allSatisfy((user, used) ->
                        assertThat(exportedPackages(module, user)).containsAll(used));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "mcp", "handle", "session", "agent", "vault", "gateway", "auth", "store"})
    void publicTypesInExportedPackagesStateTheirStability(String module) {
        Set<String> exported = exportedPackages(module);

        assertThat(CLASSES)
                .filteredOn(type -> exported.contains(type.getPackageName())
                        && type.isTopLevelClass()
                        && type.getModifiers().contains(JavaModifier.PUBLIC))
                .isNotEmpty()
                .allSatisfy(type -> assertThat(type.isAnnotatedWith(API.class)).isTrue());
    }

    private static Set<String> exportedPackages(String module) {
        return descriptor(module).orElseThrow().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    /** Code that compiles against a module must not need the optional dependencies of the module. */
    @Test
    void optionalDependenciesAreStatic() {
        assertThat(descriptor("session").orElseThrow().requires())
                .filteredOn(required -> required.name().startsWith("langchain4j"))
                .isNotEmpty()
                .allSatisfy(required ->
                        assertThat(required.modifiers()).containsOnly(ModuleDescriptor.Requires.Modifier.STATIC));
    }

    /** Returns the packages that a module exports to all modules, or to the given one. */
    private static Set<String> exportedPackages(String module, String user) {
        return descriptor(module).orElseThrow().exports().stream()
                .filter(export -> !export.isQualified() || export.targets().contains(ROOT + user))
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    private static Map<String, Set<String>> packagesUsedByOthers(String module) {
        return CLASSES.stream()
                .filter(type -> !isIn(module, type.getPackageName()))
                .collect(Collectors.groupingBy(
                        type -> moduleOf(type.getPackageName()),
                        Collectors.flatMapping(
                                type -> type.getDirectDependenciesFromSelf().stream()
                                        .map(Dependency::getTargetClass)
                                        .map(used -> used.getBaseComponentType().getPackageName())
                                        .filter(used -> isIn(module, used)),
                                Collectors.toCollection(TreeSet::new))));
    }

    private static String moduleOf(String name) {
        String below = name.substring(ROOT.length());
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private static boolean isIn(String module, String name) {
        return name.equals(ROOT + module) || name.startsWith(ROOT + module + ".");
    }
}
