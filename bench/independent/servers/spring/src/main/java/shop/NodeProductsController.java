package shop;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

@RestController
public class NodeProductsController {
    private static final long LARGEST_NUMBER = 10_000;
    private static final long LARGEST_PAGE = 100;
    private static final long USUAL_PAGE = 25;

    public record Response(List<Map<String, Object>> data, Included included, Meta meta) {
    }

    public record Included(List<Map<String, Object>> componentProducts) {
    }

    public record Meta(Results results) {
    }

    public record Results(int total) {
    }

    private final ProductRepository repository;
    private final ProductMapper mapper;

    public NodeProductsController(ProductRepository repository, ProductMapper mapper) {
        this.repository = repository;
        this.mapper = mapper;
    }

    @GetMapping("/pcm/hierarchies/{hierarchyId}/nodes/{nodeId}/products")
    public Response list(@PathVariable String hierarchyId, @PathVariable String nodeId,
            @RequestParam MultiValueMap<String, String> query) {
        String hierarchy = identifier(hierarchyId);
        String node = identifier(nodeId);
        long offset = number(query, "page[offset]", 0, 0, LARGEST_NUMBER);
        long limit = limit(query);
        String expression = single(query, "filter");
        ProductFilter filter = expression == null ? null : ProductFilter.parse(expression);
        if (!repository.nodeExists(hierarchy, node)) {
            throw new ApiException(404, "The hierarchy has no such node");
        }
        if (Flags.fault("offset-rounded-to-page")) {
            offset = offset / limit * limit;
        }
        Product.Page page = new Product.Page(repository.findAttached(node, filter, offset, limit),
                repository.countAttached(node, filter), offset, limit);
        return new Response(mapper.data(page.products(), links(page, expression)),
                new Included(mapper.componentProducts(page.products())), new Meta(new Results(page.total())));
    }

    private String identifier(String text) {
        if (!text.matches(Constraints.UUID)) {
            throw new ApiException(400, "An identifier in the path is not a UUID");
        }
        return text.toLowerCase(Locale.ROOT);
    }

    private long limit(MultiValueMap<String, String> query) {
        long largest = Flags.variant("large-limit-refused") ? LARGEST_PAGE : LARGEST_NUMBER;
        long limit = number(query, "page[limit]", USUAL_PAGE, 1, largest);
        return Flags.fault("page-over-one-hundred") ? limit : Math.min(limit, LARGEST_PAGE);
    }

    private long number(MultiValueMap<String, String> query, String name, long usual, long least, long most) {
        String text = single(query, name);
        if (text == null) {
            return usual;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException error) {
            throw new ApiException(400, name + " is not a whole number");
        }
        throw new ApiException(400, name + " must be between " + least + " and " + most);
    }

    private String single(MultiValueMap<String, String> query, String name) {
        List<String> values = query.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new ApiException(400, name + " is given more than once");
        }
        return values.isEmpty() || values.get(0).isEmpty() ? null : values.get(0);
    }

    private ProductMapper.Links links(Product.Page page, String filter) {
        long offset = page.offset();
        long limit = page.limit();
        boolean onePage = page.total() <= limit;
        long beforeEnd = Flags.fault("link-last-past-the-end") ? page.total() : page.total() - 1;
        long lastOffset = beforeEnd / limit * limit;
        boolean following = Flags.fault("next-after-exact-page")
                ? offset + limit <= page.total() : offset + limit < page.total();
        String current = address(offset, limit, filter);
        return new ProductMapper.Links(current, address(0, limit, filter),
                onePage ? null : address(lastOffset, limit, filter),
                offset > 0 ? address(Math.max(0, offset - limit), limit, filter) : null,
                following ? address(offset + limit, limit, filter) : null,
                Flags.variant("relative-links") ? current : null);
    }

    private String address(long offset, long limit, String filter) {
        String path = ServletUriComponentsBuilder.fromCurrentRequestUri().build().getPath();
        UriComponentsBuilder address = Flags.variant("relative-links")
                ? UriComponentsBuilder.fromPath(path) : ServletUriComponentsBuilder.fromCurrentRequestUri();
        if (filter != null) {
            address.queryParam("filter", UriUtils.encode(filter, "UTF-8"));
        }
        address.queryParam("page%5Boffset%5D", offset).queryParam("page%5Blimit%5D", limit);
        return address.build(true).toUriString();
    }
}
