package io.github.dynamooutbox.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Makes each package of a module a slice of its own, the root package as well. */
record EachPackage(Module module) implements SliceAssignment {
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
