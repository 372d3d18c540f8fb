import {
  joinedLines,
  callAddress,
  estimateAddress,
  type SnippetCall,
  snippetPreference,
  visibleJson,
  visibleString,
} from './snippet-call.ts';

export function csharpSnippet(call: SnippetCall): string {
  const { input, maximumCredits, quoteFirst } = call;
  return joinedLines(
    'using System.Net.Http.Headers;',
    'using System.Text;',
    quoteFirst && 'using System.Text.Json;',
    '',
    `var input = ${rawString(visibleJson(input))};`,
    '',
    'using var client = new HttpClient();',
    quoteFirst && quoting(call),
    `using var request = new HttpRequestMessage(HttpMethod.Post, ${visibleString(callAddress(call))})`,
    '{',
    '    Content = new StringContent(input, Encoding.UTF8, "application/json"),',
    '};',
    'request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());',
    `request.Headers.Add("Prefer", "${snippetPreference}");`,
    maximumCredits !== undefined && `request.Headers.Add("Farebox-Max-Credits", "${maximumCredits}");`,
    quoteFirst && 'request.Headers.Add("Farebox-Quote", quote.GetString());',
    '// Without a key you call as a guest.',
    'var key = Environment.GetEnvironmentVariable("FAREBOX_KEY");',
    'if (!string.IsNullOrEmpty(key))',
    '    request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);',
    '',
    'using var response = await client.SendAsync(request);',
    'response.Headers.TryGetValues("Farebox-Credits-Charged", out var charged);',
    'Console.Error.WriteLine($"{(int)response.StatusCode}, credits charged: {charged?.FirstOrDefault() ?? "?"}");',
    'await response.Content.CopyToAsync(Console.OpenStandardOutput());',
  );
}

/** JSON never has three double quotes in a row, and a raw string has no escapes. */
function rawString(json: string): string {
  const lines = json.split('\n').map((line) => `    ${line}`);
  return `"""\n${lines.join('\n')}\n    """`;
}

function quoting(call: SnippetCall): string {
  return [
    'using var estimateBody = new StringContent(input, Encoding.UTF8, "application/json");',
    `using var estimateResponse = await client.PostAsync(${visibleString(estimateAddress(call))}, estimateBody);`,
    'using var estimate = JsonDocument.Parse(await estimateResponse.Content.ReadAsStringAsync());',
    'if (!estimate.RootElement.TryGetProperty("quote", out var quote))',
    '    throw new InvalidOperationException(estimate.RootElement.ToString());',
    '',
  ].join('\n');
}
