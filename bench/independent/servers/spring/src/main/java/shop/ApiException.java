package shop;

public class ApiException extends RuntimeException {
    final int status;

    public ApiException(int status, String detail) {
        super(detail);
        this.status = status;
    }
}
