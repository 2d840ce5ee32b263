/**
 * AWS endpoints that run on this machine with a JDK alone, and clients for them. For tests and the
 * demo only.
 */
@NullMarked
package io.github.dynamooutbox.localaws;

import org.jspecify.annotations.NullMarked;
