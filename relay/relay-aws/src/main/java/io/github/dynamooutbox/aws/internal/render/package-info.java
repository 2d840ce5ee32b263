/** From an event to the bytes and keys that targets send: CloudEvents JSON, or the bare payload. */
@NullMarked
package io.github.dynamooutbox.aws.internal.render;

import org.jspecify.annotations.NullMarked;
