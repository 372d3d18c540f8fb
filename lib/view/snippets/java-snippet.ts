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
