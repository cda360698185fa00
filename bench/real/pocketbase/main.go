// Books by PocketBase: books serve --http ADDRESS
package main

import (
	"fmt"
	"log"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/models"
	"github.com/pocketbase/pocketbase/models/schema"
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	app := pocketbase.New()
	app.OnBeforeServe().Add(fill)
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func fill(e *core.ServeEvent) error {
	anyone := types.Pointer("")
	books := &models.Collection{
		Name: "books", Type: models.CollectionTypeBase,
		ListRule: anyone, ViewRule: anyone, CreateRule: anyone, UpdateRule: anyone, DeleteRule: anyone,
		Schema: schema.NewSchema(
			&schema.SchemaField{Name: "title", Type: schema.FieldTypeText, Required: true, Options: &schema.TextOptions{Max: types.Pointer(60)}},
			&schema.SchemaField{Name: "author", Type: schema.FieldTypeText, Required: true, Options: &schema.TextOptions{Max: types.Pointer(40)}},
			&schema.SchemaField{Name: "year", Type: schema.FieldTypeNumber, Options: &schema.NumberOptions{NoDecimal: true}},
		),
	}
	if err := e.App.Dao().SaveCollection(books); err != nil {
		return err
	}
	for i := 0; i < 63; i++ {
		book := models.NewRecord(books)
		book.Set("title", fmt.Sprintf("%cbook %d", "ABCdef"[i%6], i*7%13))
		book.Set("author", []string{"ida", "berg", "ida berg"}[i%3])
		book.Set("year", 1990+i%5)
		if err := e.App.Dao().SaveRecord(book); err != nil {
			return err
		}
	}
	return nil
}
