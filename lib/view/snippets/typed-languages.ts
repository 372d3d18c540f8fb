import { snippet, visibleJson, visibleString } from './snippet-call.ts';

export const javaSnippet = snippet(
  String.raw`import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
quote|import java.util.regex.Pattern;

public class Call {
    public static void main(String[] arguments) throws Exception {
        var input = ‹input›;
        var client = HttpClient.newHttpClient();

quote|        var estimateRequest = HttpRequest.newBuilder(URI.create(‹estimate›))
quote|            .header("Content-Type", "application/json")
quote|            .POST(HttpRequest.BodyPublishers.ofString(input))
quote|            .build();
quote|        var estimate = client.send(estimateRequest, HttpResponse.BodyHandlers.ofString()).body();
quote|        var quote = Pattern.compile("\"quote\":\"([^\"]+)\"").matcher(estimate);
quote|        if (!quote.find()) throw new IllegalStateException(estimate);
quote|
        var request = HttpRequest.newBuilder(URI.create(‹address›))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .header("Prefer", "‹preference›")
limit|            .header("Farebox-Max-Credits", "‹limit›")
quote|            .header("Farebox-Quote", quote.group(1))
            .POST(HttpRequest.BodyPublishers.ofString(input));
        // Without a key you call as a guest.
        var key = System.getenv("FAREBOX_KEY");
        if (key != null && !key.isEmpty()) request.header("Authorization", "Bearer " + key);

        var response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        var charged = response.headers().firstValue("Farebox-Credits-Charged").orElse("?");
        System.err.println(response.statusCode() + ", credits charged: " + charged);
        System.out.write(response.body());
        System.out.flush();
    }
}
`,
  visibleString,
  ({ input }) => ({ input: jsonLiteral(visibleJson(input)) }),
);

/** A string constant of a class file has at most 65,535 bytes, and a UTF-16 unit takes up to three. */
const maximumCharacters = 20_000;

function jsonLiteral(json: string): string {
  return json.length <= maximumCharacters ? textBlock(json) : joinedStrings(json);
}

/** JSON never has three double quotes in a row, so only backslashes need escaping. */
function textBlock(json: string): string {
  const margin = ' '.repeat(12);
  const lines = json.replaceAll('\\', '\\\\').split('\n');
  return `"""\n${lines.map((line) => margin + line).join('\n')}"""`;
}

/** Joined with `+`, they would be one constant again. */
function joinedStrings(json: string): string {
  const pieces: string[] = [];
  for (let start = 0; start < json.length; start += maximumCharacters)
    pieces.push(JSON.stringify(json.slice(start, start + maximumCharacters)));
  return `String.join("",\n            ${pieces.join(',\n            ')})`;
}

export const csharpSnippet = snippet(
  `using System.Net.Http.Headers;
using System.Text;
quote|using System.Text.Json;

var input = ‹input›;

using var client = new HttpClient();
quote|using var estimateBody = new StringContent(input, Encoding.UTF8, "application/json");
quote|using var estimateResponse = await client.PostAsync(‹estimate›, estimateBody);
quote|using var estimate = JsonDocument.Parse(await estimateResponse.Content.ReadAsStringAsync());
quote|if (!estimate.RootElement.TryGetProperty("quote", out var quote))
quote|    throw new InvalidOperationException(estimate.RootElement.ToString());
quote|
using var request = new HttpRequestMessage(HttpMethod.Post, ‹address›)
{
    Content = new StringContent(input, Encoding.UTF8, "application/json"),
};
request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());
request.Headers.Add("Prefer", "‹preference›");
limit|request.Headers.Add("Farebox-Max-Credits", "‹limit›");
quote|request.Headers.Add("Farebox-Quote", quote.GetString());
// Without a key you call as a guest.
var key = Environment.GetEnvironmentVariable("FAREBOX_KEY");
if (!string.IsNullOrEmpty(key))
    request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);

using var response = await client.SendAsync(request);
response.Headers.TryGetValues("Farebox-Credits-Charged", out var charged);
Console.Error.WriteLine($"{(int)response.StatusCode}, credits charged: {charged?.FirstOrDefault() ?? "?"}");
await response.Content.CopyToAsync(Console.OpenStandardOutput());
`,
  visibleString,
  ({ input }) => ({ input: rawString(visibleJson(input)) }),
);

/** JSON never has three double quotes in a row, and a raw string has no escapes. */
function rawString(json: string): string {
  const lines = json.split('\n').map((line) => `    ${line}`);
  return `"""\n${lines.join('\n')}\n    """`;
}

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
