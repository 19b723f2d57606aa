package examples

import (
	"fmt"
	"reflect"

	"github.com/go-playground/validator/v10"

	"github.com/rfc3987/iri"
)

// The tag validate:"iri" for go-playground/validator.
func Example_validator() {
	v := validator.New(validator.WithRequiredStructEnabled())
	err := v.RegisterValidation("iri", func(field validator.FieldLevel) bool {
		return field.Field().Kind() == reflect.String && iri.Check(field.Field().String()).Conforms()
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	type profile struct {
		Home string `validate:"required,iri"`
	}
	for _, p := range []profile{{"http://例え.テスト/"}, {"http://h:8a/"}, {""}} {
		fmt.Printf("%q: %v\n", p.Home, v.Struct(p))
	}
	// Output:
	// "http://例え.テスト/": <nil>
	// "http://h:8a/": Key: 'profile.Home' Error:Field validation for 'Home' failed on the 'iri' tag
	// "": Key: 'profile.Home' Error:Field validation for 'Home' failed on the 'required' tag
}
