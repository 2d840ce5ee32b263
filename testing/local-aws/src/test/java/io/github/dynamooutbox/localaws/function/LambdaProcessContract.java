package io.github.dynamooutbox.localaws.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.localaws.Await;
import io.github.dynamooutbox.localaws.function.FunctionError.Kind;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a function's process does, whichever runtime client is in it. */
abstract class LambdaProcessContract {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private LambdaProcess function = builder(TestHandler.class).build();

  abstract LambdaProcess.Builder configure(LambdaProcess.Builder builder);

  private LambdaProcess.Builder builder(Class<?> handler) {
    return configure(
        LambdaProcess.builder(handler.getName() + "::handleRequest", testClasses())
            .name("orders-relay")
            .environment("SETTING", "given")
            .output(lines::add));
  }

  @AfterEach
  void close() {
    function.close();
  }

  @Test
  void anEventGoesInAndTheResponseComesBack() throws Exception {
    assertThat(invoke("echo grüße")).isEqualTo("echo grüße");
    assertThat(function.initDuration()).isPresent();
    assertThat(function.firstResponse().orElseThrow())
        .isGreaterThanOrEqualTo(function.initDuration().orElseThrow());
  }

  @Test
  void oneProcessServesManyInvocations() throws Exception {
    invoke("calls");
    invoke("calls");

    assertThat(invoke("calls")).isEqualTo("3");
    assertThat(function.starts()).isEqualTo(1);
  }

  @Test
  void processesThatStartAtTheSameTimeDoNotDisturbEachOther() throws Exception {
    List<LambdaProcess> functions =
        Stream.generate(() -> builder(TestHandler.class).build()).limit(6).toList();
    try {
      List<CompletableFuture<Void>> ready = functions.stream().map(this::warmUp).toList();
      for (CompletableFuture<Void> each : ready) {
        each.get(3, TimeUnit.MINUTES);
      }
      assertThat(functions).allSatisfy(each -> assertThat(each.pid()).isPresent());
    } finally {
      functions.forEach(LambdaProcess::close);
    }
  }

  @Test
  void anEventOfSixMegabytesPasses() throws Exception {
    String event = "echo " + "x".repeat(6 * 1024 * 1024 - 5);

    assertThat(invoke(event)).isEqualTo(event);
  }

  @Test
  void theEnvironmentIsWhatLambdaSetsAndWhatWasGiven() throws Exception {
    assertThat(invoke("env SETTING")).isEqualTo("given");
    assertThat(invoke("env AWS_LAMBDA_FUNCTION_NAME")).isEqualTo("orders-relay");
    assertThat(invoke("env AWS_REGION")).isEqualTo("us-east-1");
    assertThat(invoke("env-names").split(",")).doesNotContain("HOME", "USER", "JAVA_HOME");
  }

  @Test
  void theContextTellsTheDeadlineAndTheFunction() throws Exception {
    function.close();
    function = builder(TestHandler.class).timeout(Duration.ofSeconds(9)).build();

    assertThat(Integer.parseInt(invoke("remaining"))).isBetween(5_000, 9_000);
    assertThat(invoke("arn"))
        .isEqualTo("arn:aws:lambda:us-east-1:000000000000:function:orders-relay");
  }

  @Test
  void outputGoesToTheConsumer() throws Exception {
    invoke("print hello");

    Await.that(PATIENCE, () -> lines.contains("hello"));
  }

  @Test
  void anExceptionFailsTheInvocationAndLeavesTheProcess() throws Exception {
    FunctionError error = failure("throw out of stock");

    assertThat(error.kind()).isEqualTo(Kind.HANDLER);
    assertThat(error).hasMessageContaining("IllegalStateException out of stock");
    assertThat(invoke("calls")).isEqualTo("2");
    assertThat(function.starts()).isEqualTo(1);
  }

  @Test
  void aProcessThatEndsFailsTheInvocationAndIsReplaced() throws Exception {
    invoke("calls");

    FunctionError error = failure("exit");

    assertThat(error.kind()).isEqualTo(Kind.EXIT);
    assertThat(error).hasMessageContaining("exit code 7");
    assertThat(invoke("calls")).isEqualTo("1");
    assertThat(function.starts()).isEqualTo(2);
  }

  @Test
  void anInvocationThatExceedsTheTimeoutFailsAndItsProcessIsReplaced() throws Exception {
    function.close();
    function = builder(TestHandler.class).timeout(Duration.ofSeconds(2)).build();
    function.warmUp();
    long pid = function.pid().orElseThrow();

    FunctionError error = failure("hang");

    assertThat(error.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(error).hasMessageContaining("Task timed out after 2.00 seconds");
    assertThat(ProcessHandle.of(pid)).isEmpty();
    assertThat(invoke("calls")).isEqualTo("1");
  }

  @Test
  void killingCrashesTheInvocationThatIsRunning() throws Exception {
    function.warmUp();
    CompletableFuture<FunctionError> failure = CompletableFuture.supplyAsync(() -> failure("hang"));
    Await.that(PATIENCE, () -> function.isBusy());

    function.kill();

    assertThat(failure.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).kind()).isEqualTo(Kind.EXIT);
    assertThat(invoke("calls")).isEqualTo("1");
  }

  @Test
  void killingAnIdleProcessFailsNoInvocation() throws Exception {
    invoke("calls");
    function.kill();

    assertThat(invoke("calls")).isEqualTo("1");
    assertThat(function.starts()).isEqualTo(2);
  }

  @Test
  void aResponseThatIsTooLargeFailsTheInvocation() throws Exception {
    assertThat(invoke("large 6000000")).hasSize(6_000_000);

    assertThat(failure("large 6291557").kind()).isEqualTo(Kind.RESPONSE_TOO_LARGE);
    assertThat(invoke("echo again")).isEqualTo("echo again");
  }

  @Test
  void aHandlerThatCannotBeCreatedIsAnInitError() {
    function.close();
    function = builder(BrokenHandler.class).build();

    FunctionError error = failure("echo");

    assertThat(error.kind()).isEqualTo(Kind.INIT);
    assertThat(error).hasMessageContaining("no configuration");
    assertThat(function.pid()).isEmpty();
  }

  @Test
  void anInterruptedCallerLeavesNoAnswerForTheNextOne() throws Exception {
    function.warmUp();
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread caller = new Thread(() -> thrown.complete(catchThrowable(() -> invoke("hang"))));
    caller.start();
    Await.that(PATIENCE, () -> function.isBusy());

    caller.interrupt();

    assertThat(thrown.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(InterruptedException.class);
    assertThat(invoke("echo next")).isEqualTo("echo next");
  }

  @Test
  void closingEndsTheProcessAndRefusesInvocations() throws Exception {
    invoke("calls");
    long pid = function.pid().orElseThrow();

    function.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
    assertThatThrownBy(() -> invoke("calls"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The function is closed");
  }

  private String invoke(String event) throws FunctionError, InterruptedException {
    return new String(
        function.invoke(event.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  private CompletableFuture<Void> warmUp(LambdaProcess process) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            process.warmUp();
          } catch (FunctionError | InterruptedException e) {
            throw new CompletionException(e);
          }
        },
        task -> new Thread(task).start());
  }

  private FunctionError failure(String event) {
    return catchThrowableOfType(FunctionError.class, () -> invoke(event));
  }

  static Path testClasses() {
    try {
      return Path.of(TestHandler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
