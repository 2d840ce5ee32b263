package io.github.dynamooutbox.localaws.function;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What a function was built with. The builder explains each. */
record FunctionSettings(
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
