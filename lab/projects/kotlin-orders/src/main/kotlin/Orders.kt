package shop.orders

import io.github.dynamooutbox.writer.Aggregate
import io.github.dynamooutbox.writer.CommitResult
import io.github.dynamooutbox.writer.Event
import io.github.dynamooutbox.writer.Outbox
import software.amazon.awssdk.services.dynamodb.DynamoDbClient
import software.amazon.awssdk.services.dynamodb.model.AttributeValue

// snippet:start kotlin
data class OrderPlaced(val orderId: String, val total: Int)

class Orders(private val outbox: Outbox) {
    fun place(id: String, total: Int): CommitResult =
        outbox.transaction()
            .put(
                mapOf(
                    "PK" to AttributeValue.fromS("ORDER#$id"),
                    "SK" to AttributeValue.fromS("ORDER"),
                    "total" to AttributeValue.fromN("$total"),
                ),
                "attribute_not_exists(PK)",
            )
            .events(Aggregate.of("Order", id).at(1), Event.of(OrderPlaced(id, total)))
            .commit()
}

// snippet:end

fun main(arguments: Array<String>) {
    DynamoDbClient.create().use { client ->
        val outbox = Outbox.builder(client).table("orders").source("/shop/orders").build()
        println(Orders(outbox).place(arguments[0], arguments[1].toInt()))
    }
}
