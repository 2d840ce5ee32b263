package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.HandleResult;
import java.util.Optional;

/** The reason why a message with this result is not finished. */
record Shortfall(FailureKind kind, String reason) {

  /** Empty for results that finish their message. */
  static final HandleResult.Cases<Optional<Shortfall>> OF =
      new HandleResult.Cases<>() {
        @Override
        public Optional<Shortfall> handled(HandleResult.Handled handled) {
          return Optional.empty();
        }

        @Override
        public Optional<Shortfall> alreadyHandled(HandleResult.AlreadyHandled repeat) {
          return Optional.empty();
        }

        @Override
        public Optional<Shortfall> parked(HandleResult.Parked parked) {
          return Optional.empty();
        }

        @Override
        public Optional<Shortfall> waiting(HandleResult.Waiting waiting) {
          return of(FailureKind.WAITING, waiting.gap().toString());
        }

        @Override
        public Optional<Shortfall> late(HandleResult.Late late) {
          return of(
              FailureKind.LATE,
              late.aggregate()
                  + " is at "
                  + late.received().sequence()
                  + " here, but "
                  + late.expected()
                  + " would be next");
        }

        @Override
        public Optional<Shortfall> leased(HandleResult.Leased leased) {
          return of(FailureKind.TEMPORARY, "another call holds the lease until " + leased.until());
        }
      };

  private static Optional<Shortfall> of(FailureKind kind, String reason) {
    return Optional.of(new Shortfall(kind, reason));
  }
}
