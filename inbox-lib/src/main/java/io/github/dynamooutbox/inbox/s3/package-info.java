/** Large payloads in S3; needs the SDK's {@code s3} on the class path. */
@NullMarked
package io.github.dynamooutbox.inbox.s3;

import org.jspecify.annotations.NullMarked;
