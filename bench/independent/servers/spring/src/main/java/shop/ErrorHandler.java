package shop;

import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

@RestControllerAdvice
public class ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandler.class);

    @ExceptionHandler
    public ResponseEntity<Object> onApiException(ApiException error) {
        return answer(error.status, error.getMessage());
    }

    @ExceptionHandler
    public ResponseEntity<Object> onUnreadable(HttpMessageNotReadableException error) {
        return answer(400, "The body is not the expected JSON");
    }

    @ExceptionHandler
    public ResponseEntity<Object> onInvalid(MethodArgumentNotValidException error) {
        return answer(400, error.getFieldErrors().stream()
                .map(field -> field.getField() + " " + field.getDefaultMessage())
                .sorted().reduce((one, other) -> one + "; " + other).orElse("The body is not valid"));
    }

    @ExceptionHandler
    public ResponseEntity<Object> onOther(Exception error) {
        if (error instanceof ErrorResponse known) {
            return answer(known.getStatusCode().value(), known.getBody().getDetail());
        }
        LOG.error("Unexpected", error);
        return answer(500, "Internal error");
    }

    private ResponseEntity<Object> answer(int status, String detail) {
        if (Flags.variant("problem-details")) {
            int code = status == 400 ? 422 : status;
            return ResponseEntity.status(code).contentType(MediaType.APPLICATION_PROBLEM_JSON).body(Map.of(
                    "type", "about:blank", "title", title(code), "status", code, "detail", detail));
        }
        return ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON).body(Map.of("errors",
                List.of(Map.of("status", String.valueOf(status), "title", title(status), "detail", detail))));
    }

    private String title(int status) {
        return HttpStatus.valueOf(status).getReasonPhrase();
    }
}
