// Reads nodes and creates a key and a subscription with the client of oapi-codegen.
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
	"github.com/google/uuid"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func show(product shop.ListedProduct) {
	fmt.Println(product.Id)
	if product.Relationships == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(*product.Relationships)) {
		data := (*product.Relationships)[name].Data
		if several, err := data.AsRelatedResources(); err == nil {
			ids := []string{}
			for _, each := range several {
				ids = append(ids, each.Id.String())
			}
			fmt.Printf("  %s: [%s]\n", name, strings.Join(ids, " "))
		} else {
			fmt.Printf("  %s: %s\n", name, must(data.AsRelatedResource()).Id)
		}
	}
}

func main() {
	baseURL, account, offering, plan, places := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5:]
	ctx := context.Background()
	client := must(shop.NewClientWithResponses(baseURL, shop.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer any")
			return nil
		})))

	for ; len(places) > 1; places = places[2:] {
		hierarchy, node := uuid.MustParse(places[0]), uuid.MustParse(places[1])
		list := func(params shop.ListNodeProductsParams) *shop.ProductListing {
			return must(client.ListNodeProductsWithResponse(ctx, hierarchy, node, &params)).JSON2XX
		}
		var page *shop.ProductListing
		limit := int64(5)
		for offset := int64(0); page == nil || offset < int64(page.Meta.Results.Total); {
			page = list(shop.ListNodeProductsParams{PageOffset: &offset, PageLimit: &limit})
			for _, product := range page.Data {
				show(product)
			}
			offset += int64(len(page.Data))
		}
		filter := fmt.Sprintf("in(id,%s)", page.Data[len(page.Data)-1].Id)
		fmt.Println("found", list(shop.ListNodeProductsParams{Filter: &filter}).Data[0].Id)
	}

	var key shop.ApplicationKeyRequest
	key.Data.Type = shop.ApplicationKeyRequestDataTypeApplicationKey
	key.Data.Name = "Größe, “42”"
	fmt.Println("key", must(client.CreateApplicationKeyWithResponse(ctx, key)).JSON201.Data.Name)

	var subscription shop.SubscriptionRequest
	subscription.Data.AccountId = uuid.MustParse(account)
	subscription.Data.OfferingId = uuid.MustParse(offering)
	subscription.Data.PlanId = uuid.MustParse(plan)
	subscription.Data.Currency = "USD"
	created := must(client.CreateSubscriptionWithResponse(ctx, nil, subscription))
	fmt.Println("subscription", created.JSON2XX.Data.Attributes.PlanId)
}
