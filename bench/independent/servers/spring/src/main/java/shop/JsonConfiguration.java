package shop;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class JsonConfiguration {
    @JsonFormat(shape = JsonFormat.Shape.NUMBER)
    private interface InstantsAsNumbers {
        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        Instant createdAt();

        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        Instant updatedAt();
    }

    private static class LocalTimeSerializer extends JsonSerializer<Instant> {
        private static final DateTimeFormatter FORMAT =
                DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneId.of("Europe/Madrid"));

        @Override
        public void serialize(Instant value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(FORMAT.format(value));
        }
    }

    @Bean
    public Jackson2ObjectMapperBuilderCustomizer json() {
        return builder -> {
            builder.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
            builder.serializationInclusion(Flags.fault("included-left-out-when-empty")
                    ? JsonInclude.Include.NON_EMPTY : JsonInclude.Include.NON_NULL);
            builder.featuresToEnable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
            builder.featuresToDisable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
            if (Flags.fault("subscription-times-as-numbers")) {
                builder.mixIn(Subscription.Timestamps.class, InstantsAsNumbers.class);
            }
            if (Flags.variant("local-timestamps")) {
                builder.serializerByType(Instant.class, new LocalTimeSerializer());
            }
            builder.postConfigurer(JsonConfiguration::refuseConversions);
        };
    }

    /** A number is not a string and a string is not a number: Jackson would convert them silently. */
    private static void refuseConversions(ObjectMapper mapper) {
        mapper.coercionConfigFor(LogicalType.Textual)
                .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        mapper.coercionConfigFor(LogicalType.Integer)
                .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }
}
