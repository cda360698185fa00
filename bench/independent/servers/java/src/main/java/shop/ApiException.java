package shop;

import java.util.List;

/** Anything the client got wrong; rendered as a problem document by {@link Main}. */
final class ApiException extends RuntimeException {
    record Violation(String field, String message) {}

    final int status;
    final List<Violation> violations;

    ApiException(int status, String detail) {
        this(status, detail, List.of());
    }

    ApiException(int status, String detail, List<Violation> violations) {
        super(detail);
        this.status = status;
        this.violations = violations;
    }
}
