package shop;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.event.EventListener;

@SpringBootApplication
@EnableCaching
public class Application {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        if (Flags.variant("compressed-and-tagged")) {
            application.setDefaultProperties(Map.of(
                    "server.compression.enabled", "true",
                    "server.compression.min-response-size", "256"));
        }
        application.run(arguments);
    }

    @EventListener(ApplicationReadyEvent.class)
    public void announce() {
        System.out.println("listening");
    }
}
