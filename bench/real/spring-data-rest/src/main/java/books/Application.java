package books;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.query.Param;
import org.springframework.data.rest.core.annotation.RepositoryRestResource;
import org.springframework.data.rest.core.config.RepositoryRestConfiguration;
import org.springframework.data.rest.webmvc.config.RepositoryRestConfigurer;
import org.springframework.web.servlet.config.annotation.CorsRegistry;

@SpringBootApplication
public class Application implements RepositoryRestConfigurer {
  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }

  @Override
  public void configureRepositoryRestConfiguration(RepositoryRestConfiguration config, CorsRegistry cors) {
    config.exposeIdsFor(Book.class);
    config.setReturnBodyOnCreate(true);
    config.setReturnBodyOnUpdate(true);
  }

  @Bean
  CommandLineRunner fill(BookRepository books) {
    var authors = List.of("ida", "berg", "ida berg");
    return arguments ->
        IntStream.range(1, 48)
            .forEach(i -> books.save(new Book("Book " + i % 7, authors.get(i % 3), 1990 + i % 5)));
  }
}

@Entity
class Book {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private String title;
  private String author;
  private int published;

  protected Book() {}

  Book(String title, String author, int published) {
    this.title = title;
    this.author = author;
    this.published = published;
  }

  public Long getId() {
    return id;
  }

  public String getTitle() {
    return title;
  }

  public String getAuthor() {
    return author;
  }

  public int getPublished() {
    return published;
  }
}

@RepositoryRestResource
interface BookRepository extends JpaRepository<Book, Long> {
  Page<Book> findByAuthor(@Param("author") String author, Pageable pageable);
}
