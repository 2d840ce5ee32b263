package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.examples.demo.system.DemoTarget;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the names of targets on the command line. */
final class TargetNames implements ITypeConverter<DemoTarget> {
  @Override
  public DemoTarget convert(String name) {
    return Arrays.stream(DemoTarget.values())
        .filter(each -> each.toString().equals(name))
        .findAny()
        .orElseThrow(
            () -> new TypeConversionException("'%s' is not one of %s".formatted(name, all())));
  }

  private static String all() {
    return Arrays.stream(DemoTarget.values())
        .map(DemoTarget::toString)
        .collect(Collectors.joining(", "));
  }
}
