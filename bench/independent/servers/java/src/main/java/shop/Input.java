package shop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads members of one JSON object and collects violations on the way. */
final class Input {
    private static final Pattern UUID_FORM =
            Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final JsonNode object;
    private final String path;
    private final List<ApiException.Violation> violations;

    private Input(JsonNode object, String path, List<ApiException.Violation> violations) {
        this.object = object;
        this.path = path;
        this.violations = violations;
    }

    static Input dataOf(Context ctx, ObjectMapper mapper) {
        JsonNode body;
        try {
            body = mapper.readTree(ctx.body());
        } catch (JsonProcessingException e) {
            throw new ApiException(400, "The request body is not valid JSON.");
        }
        JsonNode data = body == null ? null : body.get("data");
        if (data == null || !data.isObject()) throw new ApiException(400, "The request body needs a 'data' object.");
        return new Input(data, "data", new ArrayList<>());
    }

    void reject(String field, String message) {
        violations.add(new ApiException.Violation(path + "." + field, message));
    }

    void throwIfInvalid() {
        if (!violations.isEmpty()) throw new ApiException(422, "The request is not valid.", violations);
    }

    boolean has(String field) {
        return object.hasNonNull(field);
    }

    Input child(String field) {
        JsonNode node = object.get(field);
        if (node == null || node.isNull()) return null;
        if (!node.isObject()) {
            reject(field, "must be an object");
            return null;
        }
        return new Input(node, path + "." + field, violations);
    }

    /** A required, non-blank string of min to max characters. */
    String required(String field, int min, int max) {
        if (!has(field)) {
            reject(field, "is required");
            return null;
        }
        String value = optional(field, min, max);
        if (value != null && value.isBlank()) reject(field, "must not be blank");
        return value;
    }

    String optional(String field, int min, int max) {
        JsonNode node = object.get(field);
        if (node == null || node.isNull()) return null;
        if (!node.isTextual()) {
            reject(field, "must be a string");
            return null;
        }
        String value = node.textValue();
        int length = value.codePointCount(0, value.length());
        if (length < min || length > max) reject(field, "must have " + min + " to " + max + " characters");
        return value;
    }

    UUID uuid(String field) {
        String value = required(field, 1, 1024);
        if (value == null) return null;
        if (!UUID_FORM.matcher(value).matches()) {
            reject(field, "must be a UUID");
            return null;
        }
        return UUID.fromString(value);
    }

    Integer integer(String field) {
        JsonNode node = object.get(field);
        if (node == null || node.isNull()) return null;
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            reject(field, "must be an integer");
            return null;
        }
        return node.intValue();
    }
}
