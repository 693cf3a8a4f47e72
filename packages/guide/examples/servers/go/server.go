package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var (
	exchange       = setting("CAMBIO_URL", "http://localhost:8787")
	key            = setting("CAMBIO_API_KEY", "SANDBOXPARTNER01")
	secret         = setting("CAMBIO_SECRET", "sandbox-partner-secret")
	callbackSecret = setting("CAMBIO_CALLBACK_SECRET", "sandbox-callback-secret")
	client         = http.Client{Timeout: 30 * time.Second}
)

// setting is the value of an environment variable; without one, the sandbox's.
func setting(name, sandbox string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return sandbox
}

// call signs and sends: API-Signature covers the path and the body.
func call(path string, fields map[string]string, answer any) error {
	body, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	digest := sha256.Sum256(append([]byte(path), body...))
	mac := hmac.New(sha512.New, []byte(secret))
	mac.Write(digest[:])
	request, err := http.NewRequest("POST", exchange+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("API-Key", key)
	request.Header.Set("API-Signature", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, response.Status)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

func openRequest(response http.ResponseWriter, request *http.Request) {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		log.Fatal(err)
	}
	var answer struct {
		RequestID string `json:"request_id"`
	}
	err := call("/api/v2/partner/create_request", map[string]string{
		"partner_order_id": hex.EncodeToString(id),
		"payin_group":      "card", "payin_currency": "EUR", "payin_amount_default": "100.00",
		"payout_group": "crypto", "payout_currency": "ETH",
	}, &answer)
	if err != nil {
		log.Print(err)
		response.WriteHeader(http.StatusBadGateway)
		return
	}
	response.Header().Set("Content-Type", "application/json")
	json.NewEncoder(response).Encode(map[string]string{"requestId": answer.RequestID})
}

func isGenuine(headers http.Header, body []byte) bool {
	timestamp := headers.Get("webhook-timestamp")
	mac := hmac.New(sha256.New, []byte(callbackSecret))
	mac.Write([]byte(headers.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	signed := false
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		signed = signed || hmac.Equal([]byte(expected), []byte(signature))
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	return signed && err == nil && time.Since(time.Unix(seconds, 0)).Abs() <= 5*time.Minute
}

func takeCallback(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil || !isGenuine(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	// Look whether your database has webhook-id already, and write it down.
	var callback struct {
		Order *struct {
			PartnerOrderID string `json:"partner_order_id"`
			Status         string `json:"status"`
		} `json:"client_order"`
	}
	if json.Unmarshal(body, &callback) == nil && callback.Order != nil {
		fmt.Println(callback.Order.PartnerOrderID, callback.Order.Status)
	}
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	pages := "../../html"
	if len(os.Args) > 1 {
		pages = os.Args[1]
	}
	http.HandleFunc("/request", openRequest)
	http.HandleFunc("/callbacks", takeCallback)
	http.Handle("/", http.FileServer(http.Dir(pages)))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+setting("PORT", "8796"), nil))
}
