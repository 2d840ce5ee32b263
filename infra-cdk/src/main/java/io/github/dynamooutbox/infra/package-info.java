/**
 * CDK constructs that deploy an outbox: table, control table, Lambda relay, targets, redrive,
 * alarms and dashboard; and the app that composes them from one JSON document.
 */
@NullMarked
package io.github.dynamooutbox.infra;

import org.jspecify.annotations.NullMarked;
