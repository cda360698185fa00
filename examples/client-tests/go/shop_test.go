// Package shop has the tests of a small client. Run them with: assay client -- go test -count=1 ./...
package shop

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"testing"
)

const node = "/pcm/hierarchies/74d5cd0e-2e0b-4558-a666-a53c2ee1f644/nodes/80a3cac3-3187-470d-a7ef-f41fafe86951/products"

type page struct {
	Data []json.RawMessage `json:"data"`
	Meta struct {
		Results struct {
			Total int `json:"total"`
		} `json:"results"`
	} `json:"meta"`
}

func read(offset int) (page, error) {
	query := url.Values{"page[offset]": {strconv.Itoa(offset)}, "page[limit]": {"50"}}
	request, err := http.NewRequest("GET", os.Getenv("ASSAY_STUB_URL")+node+"?"+query.Encode(), nil)
	if err != nil {
		return page{}, err
	}
	request.Header.Set("Authorization", "Bearer any")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return page{}, err
	}
	defer response.Body.Close()
	var one page
	return one, json.NewDecoder(response.Body).Decode(&one)
}

func TestReadsAllPages(t *testing.T) {
	count := 0
	for {
		one, err := read(count)
		if err != nil {
			t.Fatal(err)
		}
		count += len(one.Data)
		if len(one.Data) == 0 || count >= one.Meta.Results.Total {
			break
		}
	}
	if count < 100 {
		t.Errorf("%d products", count)
	}
}
