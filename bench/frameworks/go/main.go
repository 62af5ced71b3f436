// The service on Go's net/http, with the patterns of its own ServeMux.
package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"mime"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

const base = "/api/v1/developer"

type envelope struct {
	Status       bool     `json:"status"`
	Message      string   `json:"message"`
	Data         any      `json:"data"`
	Errors       []string `json:"errors"`
	ResponseCode string   `json:"response_code"`
}

type rate struct {
	ID               string  `json:"id"`
	RequestID        string  `json:"request_id"`
	CourierName      string  `json:"courier_name"`
	CourierType      string  `json:"courier_type"`
	DeliveryTime     float64 `json:"delivery_time"`
	DeliveryTimeText string  `json:"delivery_time_text"`
	Description      string  `json:"description"`
	HomeDeliveryFee  float64 `json:"home_delivery_fee"`
	ImportTax        string  `json:"import_tax"`
	Logo             string  `json:"logo"`
	ShippingCharge   float64 `json:"shipping_charge"`
}

var data struct {
	Categories []json.RawMessage `json:"categories"`
	Couriers   []struct {
		Name    string  `json:"name"`
		Type    string  `json:"type"`
		Hours   float64 `json:"hours"`
		Base    float64 `json:"base"`
		PerUnit float64 `json:"per_unit"`
	} `json:"couriers"`
}

func send(w http.ResponseWriter, status int, message string, data any, errors []string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(envelope{status < 400, message, data, errors, strconv.Itoa(status)})
}

func refuse(w http.ResponseWriter, status int, message string, errors ...string) {
	if len(errors) == 0 {
		errors = []string{message}
	}
	send(w, status, message, []any{}, errors)
}

// Section 5: the key comes first, whatever else is wrong with the request.
func withKey(next http.Handler) http.Handler {
	valid, limited := os.Getenv("KEY"), os.Getenv("LIMITED_KEY")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		key = strings.TrimSpace(key)
		switch {
		case !strings.EqualFold(scheme, "Bearer") || key != valid && key != limited:
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, 401, "Invalid API key", "Authentication failed: the API key is missing or invalid")
		case key == limited && r.URL.Path == base+"/get-shipping-rates":
			refuse(w, 403, "Insufficient permissions", "This key may only list categories")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

type check func(value any, place string) []string

func text(value any, place string) []string {
	if _, ok := value.(string); ok {
		return nil
	}
	return []string{place + " must be a string"}
}

func number(value any, place string) []string {
	if _, ok := value.(float64); ok {
		return nil
	}
	return []string{place + " must be a number"}
}

func weight(value any, place string) []string {
	if known, ok := value.(float64); ok && (known <= 0 || known > 100_000) {
		return []string{place + " must be above 0 and at most 100000"}
	}
	return number(value, place)
}

var twoLetters = regexp.MustCompile(`^[A-Za-z]{2}$`)

func country(value any, place string) []string {
	if known, ok := value.(string); ok && !twoLetters.MatchString(known) {
		return []string{place + " must be two letters"}
	}
	return text(value, place)
}

func list(each check) check {
	return func(value any, place string) (problems []string) {
		elements, ok := value.([]any)
		if !ok {
			return []string{place + " must be an array"}
		}
		for index, element := range elements {
			problems = append(problems, each(element, fmt.Sprintf("%s[%d]", place, index))...)
		}
		return problems
	}
}

func some(each check) check {
	return func(value any, place string) []string {
		if elements, ok := value.([]any); ok && len(elements) == 0 {
			return []string{place + " must have at least one element"}
		}
		return list(each)(value, place)
	}
}

type field struct {
	name  string
	check check
}

func object(fields ...field) check {
	return func(value any, place string) (problems []string) {
		known, ok := value.(map[string]any)
		if !ok {
			return []string{strings.TrimPrefix(place+" must be an object", " ")}
		}
		for _, field := range fields {
			at := strings.TrimPrefix(place+"."+field.name, ".")
			if inner, ok := known[field.name]; ok {
				problems = append(problems, field.check(inner, at)...)
			} else {
				problems = append(problems, at+" is required")
			}
		}
		return problems
	}
}

var item = object(field{"name", text}, field{"quantity", text}, field{"unit_price", text})
var box = object(field{"length", number}, field{"width", number}, field{"height", number}, field{"weight", weight}, field{"items", list(item)})
var party = object(field{"address", text}, field{"state", text}, field{"state_short_code", text}, field{"city", text}, field{"zip_code", text}, field{"country_code", country})
var shipment = object(field{"box_dimension", some(box)}, field{"product_type", text}, field{"weight", weight}, field{"weight_unit", text}, field{"sender", party}, field{"receiver", party}, field{"delivery_type", text})

func rates(w http.ResponseWriter, r *http.Request) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		refuse(w, 415, "Content-Type must be application/json")
		return
	}
	bytes, err := io.ReadAll(r.Body)
	var body any
	if err != nil || !utf8.Valid(bytes) || json.Unmarshal(bytes, &body) != nil {
		refuse(w, 400, "The body is not valid JSON")
		return
	}
	if problems := shipment(body, ""); len(problems) > 0 {
		refuse(w, 400, "Invalid request", problems...)
		return
	}
	request, offers := id(), []rate{}
	for _, courier := range data.Couriers {
		charge := math.Round((courier.Base+courier.PerUnit*body.(map[string]any)["weight"].(float64))*100) / 100
		offers = append(offers, rate{id(), request, courier.Name, courier.Type, courier.Hours, fmt.Sprintf("%v hours", courier.Hours), courier.Name + ", door to door", 2.5, "Paid by the receiver, if any", "https://img.example.com/" + courier.Type + ".png", charge})
	}
	send(w, 200, "Shipping rates", offers, []string{})
}

func id() string {
	bytes := make([]byte, 16)
	_, _ = rand.Read(bytes)
	return hex.EncodeToString(bytes)
}

func wrongMethod(allowed string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", allowed)
		refuse(w, 405, "Method not allowed")
	}
}

func main() {
	file, err := os.ReadFile(os.Getenv("DATA"))
	if err == nil {
		err = json.Unmarshal(file, &data)
	}
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+base+"/categories", func(w http.ResponseWriter, _ *http.Request) {
		send(w, 200, "Categories", data.Categories, []string{})
	})
	mux.HandleFunc("POST "+base+"/get-shipping-rates", rates)
	mux.HandleFunc(base+"/categories", wrongMethod("GET, HEAD"))
	mux.HandleFunc(base+"/get-shipping-rates", wrongMethod("POST"))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, 404, "Resource not found") })
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), withKey(mux)))
}
