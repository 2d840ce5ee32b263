@NullMarked
package io.github.dynamooutbox.cli.internal.verdict;

import org.jspecify.annotations.NullMarked;
