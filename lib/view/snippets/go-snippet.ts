import { snippet, visibleJson, visibleString } from './snippet-call.ts';

export const goSnippet = snippet(
  `package main

import (
	"crypto/rand"
	"encoding/hex"
quote|	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

const input = ‹input›

func main() {
quote|	estimateResponse, err := http.Post(‹estimate›, "application/json", strings.NewReader(input))
quote|	if err != nil {
quote|		log.Fatal(err)
quote|	}
quote|	defer estimateResponse.Body.Close()
quote|	var estimate struct{ Quote string }
quote|	if err := json.NewDecoder(estimateResponse.Body).Decode(&estimate); err != nil {
quote|		log.Fatal(err)
quote|	}
quote|	if estimate.Quote == "" {
quote|		log.Fatal("There is no quote: a field is missing or invalid.")
quote|	}
quote|
	request, err := http.NewRequest("POST", ‹address›, strings.NewReader(input))
	if err != nil {
		log.Fatal(err)
	}
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", hex.EncodeToString(id))
	request.Header.Set("Prefer", "‹preference›")
limit|	request.Header.Set("Farebox-Max-Credits", "‹limit›")
quote|	request.Header.Set("Farebox-Quote", estimate.Quote)
	// Without a key you call as a guest.
	if key := os.Getenv("FAREBOX_KEY"); key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	fmt.Fprintln(os.Stderr, response.Status, "Credits charged:", response.Header.Get("Farebox-Credits-Charged"))
	if _, err := io.Copy(os.Stdout, response.Body); err != nil {
		log.Fatal(err)
	}
}
`,
  visibleString,
  // A raw string can have anything but a backtick, which JSON can escape.
  ({ input }) => ({ input: `\`${visibleJson(input).replaceAll('`', '\\u0060')}\`` }),
);
