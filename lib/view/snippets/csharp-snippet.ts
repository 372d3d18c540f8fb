import { snippet, visibleJson, visibleString } from './snippet-call.ts';

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
