// Reads nodes and creates a key and a subscription with the Go client of OpenAPI Generator.
package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"

	"example.com/clients/shop"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func show(product shop.ListedProduct) {
	fmt.Println(product.GetId())
	for _, name := range slices.Sorted(maps.Keys(product.Relationships)) {
		data := product.Relationships[name].Data
		if data.RelatedResource != nil {
			fmt.Printf("  %s: %s\n", name, data.RelatedResource.Id)
			continue
		}
		ids := []string{}
		for _, each := range *data.ArrayOfRelatedResource {
			ids = append(ids, each.Id)
		}
		fmt.Printf("  %s: [%s]\n", name, strings.Join(ids, " "))
	}
}

func main() {
	baseURL, account, offering, plan, places := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5:]
	configuration := shop.NewConfiguration()
	configuration.Servers = shop.ServerConfigurations{{URL: baseURL}}
	client := shop.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), shop.ContextAccessToken, "any")

	for ; len(places) > 1; places = places[2:] {
		list := func() shop.ApiListNodeProductsRequest {
			return client.NodeProductsAPI.ListNodeProducts(ctx, places[0], places[1])
		}
		var page *shop.ProductListing
		for offset := int64(0); page == nil || offset < int64(page.Meta.Results.Total); {
			page = must(list().PageOffset(offset).PageLimit(5).Execute())
			for _, product := range page.Data {
				show(product)
			}
			offset += int64(len(page.Data))
		}
		page = must(list().Filter(fmt.Sprintf("in(id,%s)", page.Data[len(page.Data)-1].GetId())).Execute())
		fmt.Println("found", page.Data[0].GetId())
	}

	key := shop.NewApplicationKeyRequest(*shop.NewApplicationKeyRequestData("application_key", "Größe, “42”"))
	createdKey := must(client.ApplicationKeysAPI.CreateApplicationKey(ctx).ApplicationKeyRequest(*key).Execute())
	fmt.Println("key", createdKey.Data.Name)

	wanted := shop.NewSubscriptionRequest(*shop.NewSubscriptionRequestData(account, offering, plan, "USD"))
	created := must(client.SubscriptionsAPI.CreateSubscription(ctx).SubscriptionRequest(*wanted).Execute())
	fmt.Println("subscription", created.Data.Attributes.PlanId)
}
