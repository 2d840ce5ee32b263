package io.github.dynamooutbox.localaws.function;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The settings of a function; the builder documents each. */
record ProcessSettings(
    String name,
    String handler,
    List<Path> classPath,
    Map<String, String> environment,
    Duration timeout,
    Duration initTimeout,
    int memoryMegabytes,
    List<String> jvmOptions,
    boolean substituteRuntime,
    Consumer<String> output) {}
