/** The protocol of services that speak AWS JSON 1.1 or CBOR 1.1. */
@NullMarked
package io.github.dynamooutbox.localaws.stub.internal.json;

import org.jspecify.annotations.NullMarked;
