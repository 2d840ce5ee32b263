/** The service's implementation: the worker, its options, its log and its health. */
@NullMarked
package io.github.dynamooutbox.kcl.internal;

import org.jspecify.annotations.NullMarked;
