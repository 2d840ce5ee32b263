@NullMarked
package io.github.dynamooutbox.cli.internal.bucket;

import org.jspecify.annotations.NullMarked;
