package shop;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/** What stands before the controllers: the bearer token, and what some shops add. */
@Configuration
public class Filters {
    static final String TOKEN = "shop-operator-7f3a91c2d4";
    private static final int REQUESTS_PER_SECOND = 40;

    static void refuse(HttpServletResponse response, int status, String title) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json;charset=UTF-8");
        response.getWriter().write("{\"errors\":[{\"status\":\"" + status + "\",\"title\":\"" + title + "\"}]}");
    }

    @Component
    @Order(2)
    static class BearerFilter extends OncePerRequestFilter {
        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (isProtected(request) && !isAuthorized(request.getHeader("Authorization"))) {
                response.setHeader("WWW-Authenticate", "Bearer");
                refuse(response, 401, "Unauthorized");
                return;
            }
            chain.doFilter(request, response);
        }

        private boolean isProtected(HttpServletRequest request) {
            String path = Flags.fault("encoded-path-unprotected") ? request.getRequestURI() : request.getServletPath();
            return path.startsWith("/v2/application-keys") || Flags.variant("bearer-everywhere");
        }

        private boolean isAuthorized(String header) {
            if (header == null) {
                return Flags.fault("authorization-header-optional");
            }
            String[] parts = header.trim().split(" +", 2);
            boolean bearer = parts[0].equalsIgnoreCase("Bearer") || Flags.fault("any-authorization-scheme");
            return bearer && parts.length == 2 && parts[1].equals(TOKEN);
        }
    }

    @Component
    @Order(1)
    @ConditionalOnExpression("T(shop.Flags).variant('throttled')")
    static class ThrottleFilter extends OncePerRequestFilter {
        private long second;
        private int requests;

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (isOverLimit()) {
                response.setHeader("Retry-After", "1");
                refuse(response, 429, "Too many requests");
                return;
            }
            chain.doFilter(request, response);
        }

        private synchronized boolean isOverLimit() {
            long now = System.currentTimeMillis() / 1000;
            if (now != second) {
                second = now;
                requests = 0;
            }
            return ++requests > REQUESTS_PER_SECOND;
        }
    }

    @Bean
    @ConditionalOnExpression("T(shop.Flags).variant('compressed-and-tagged')")
    ShallowEtagHeaderFilter entityTags() {
        ShallowEtagHeaderFilter filter = new ShallowEtagHeaderFilter();
        filter.setWriteWeakETag(true);
        return filter;
    }
}
