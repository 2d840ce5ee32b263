package io.github.dynamooutbox.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "format",
        "writer",
        "inbox",
        "testdynamodb",
        "testrelay",
        "relay",
        "contract",
        "aws",
        "kafka",
        "archive",
        "lambda",
        "kcl",
        "operations",
        "cli",
        "localaws",
        "examples"
      })
  void seesEachModule(String module) {
    assertThat(MainClasses.ALL.containPackage(Module.ROOT + module)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.architecture.Module#all")
  void usesOnlyTheModulesItMay(Module module) {
    noClasses()
        .that()
        .resideInAPackage(module.packages())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(module.forbidden())
        .allowEmptyShould(true)
        .check(MainClasses.ALL);
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.architecture.Module#all")
  void keepsItsInternalsToItself(Module module) {
    noClasses()
        .that()
        .resideOutsideOfPackages(module.insiders())
        .should()
        .dependOnClassesThat()
        .resideInAPackage(module.internals())
        .allowEmptyShould(true)
        .check(MainClasses.ALL);
  }

  @Test
  void formatDependsOnNothing() {
    noClasses()
        .that()
        .resideInAPackage("io.github.dynamooutbox.format")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "io.github.dynamooutbox.format", "java..", "org.jspecify.annotations..")
        .check(MainClasses.ALL);
  }

  @Test
  void onlyThePackageSdkOfTheFormatKnowsTheSdk() {
    noClasses()
        .that()
        .resideInAPackage("io.github.dynamooutbox.format.sdk")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "io.github.dynamooutbox.format..",
            "software.amazon.awssdk.core..",
            "software.amazon.awssdk.services.dynamodb.model..",
            "java..",
            "org.jspecify.annotations..")
        .check(MainClasses.ALL);
  }

  @Test
  void relayCoreKnowsNoSdkAndNoHost() {
    noClasses()
        .that()
        .resideInAPackage("io.github.dynamooutbox.relay..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "software.amazon.awssdk..", "com.amazonaws..", "software.amazon.kinesis..")
        .check(MainClasses.ALL);
  }

  /**
   * Each package by itself, root packages too: a sub-tree as one slice would hide a cycle inside.
   */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.architecture.Module#all")
  void packagesDependOnEachOtherOneWay(Module module) {
    SlicesRuleDefinition.slices()
        .assignedFrom(new EachPackage(module))
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(MainClasses.ALL);
  }

  @Test
  void librariesDoNotPrint() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.github.dynamooutbox.examples..")
        .and()
        // Not libraries: their figures go to standard output, where CloudWatch reads.
        .doNotHaveFullyQualifiedName("io.github.dynamooutbox.kcl.internal.WorkerTelemetry")
        .and()
        .doNotHaveFullyQualifiedName("io.github.dynamooutbox.lambda.internal.FunctionMetrics")
        .and()
        // Not libraries either: they print their endpoints.
        .doNotHaveSimpleName("LocalAwsMain")
        .and()
        .doNotHaveSimpleName("LoopbackDynamoDb")
        .and()
        .doNotHaveSimpleName("LoopbackS3")
        .and()
        .doNotHaveSimpleName("LoopbackKafka")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(MainClasses.ALL);
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(MainClasses.ALL.stream().map(JavaClass::getPackage).distinct())
        .isNotEmpty()
        .allMatch(ModuleRulesTest::isNullMarked);
  }

  private static boolean isNullMarked(JavaPackage each) {
    return each.isAnnotatedWith(NullMarked.class);
  }

  /** Makes each package of a module a slice of its own, the root package as well. */
  private record EachPackage(Module module) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      String root = Module.ROOT + module.name();
      return name.equals(root) || name.startsWith(root + '.')
          ? SliceIdentifier.of(name)
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "each package of module " + module.name();
    }
  }
}
