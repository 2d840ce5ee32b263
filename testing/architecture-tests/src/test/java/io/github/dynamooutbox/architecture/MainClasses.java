package io.github.dynamooutbox.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;

/** The main classes of all modules, which are read once for all tests: it takes seconds. */
final class MainClasses {
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.dynamooutbox");

  private MainClasses() {}

  /** Those of a package and of the packages below it. */
  static Stream<JavaClass> below(String root) {
    return ALL.stream()
        .filter(
            each ->
                each.getPackageName().equals(root) || each.getPackageName().startsWith(root + '.'));
  }
}
