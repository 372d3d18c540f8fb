import type { JsonObject } from '../../json/json.ts';
import { type LiteralSyntax, snippet, visibleJson, visibleString, writeLiteral } from './snippet-call.ts';

export const rubySnippet = snippet(
  `require "json"
require "net/http"
require "securerandom"

body = ‹body›

quote|estimate_url = URI(‹estimate›)
quote|estimate = Net::HTTP.post(estimate_url, body, "Content-Type" => "application/json").body
quote|quote = JSON.parse(estimate)["quote"] or abort estimate
quote|
headers = {
  "Content-Type" => "application/json",
  "Idempotency-Key" => SecureRandom.uuid,
  "Prefer" => "‹preference›",
limit|  "Farebox-Max-Credits" => "‹limit›",
quote|  "Farebox-Quote" => quote,
}
# Without a key you call as a guest.
key = ENV["FAREBOX_KEY"].to_s
headers["Authorization"] = "Bearer #{key}" unless key.empty?

response = Net::HTTP.post(URI(‹address›), body, headers)
abort response.body unless response.is_a?(Net::HTTPSuccess)
warn "Credits charged: #{response["Farebox-Credits-Charged"]}"
$stdout.binmode.write(response.body)
`,
  rubyString,
  ({ input }) => ({ body: bodyOf(input) }),
);

/** Ruby strings cannot hold a lone surrogate, but JSON text can. */
function bodyOf(input: JsonObject): string {
  const json = visibleJson(input);
  if (/\\ud[89a-f][0-9a-f]{2}/.test(json)) return `<<~'JSON'\n${json}\nJSON`;
  return `JSON.generate(${writeLiteral(input, syntax)})`;
}

const syntax: LiteralSyntax = {
  null: 'nil',
  true: 'true',
  false: 'false',
  string: rubyString,
  key: (name) => `${rubyString(name)} => `,
  object: () => ['{', '}'],
  indent: '  ',
  trailingComma: false,
};

/** Ruby reads JSON's escapes, and interpolates `#{…}`. */
function rubyString(text: string): string {
  return visibleString(text).replace(/#(?=[{$@])/g, '\\#');
}
