import type { JsonObject } from '../../json/json.ts';
import { type LiteralSyntax, snippet, visibleString, writeLiteral, visibleJson } from './snippet-call.ts';

const syntax: LiteralSyntax = {
  null: 'None',
  true: 'True',
  false: 'False',
  string: visibleString,
  key: (name) => `${visibleString(name)}: `,
  object: () => ['{', '}'],
  indent: '    ',
  trailingComma: true,
};

export const pythonSnippet = snippet(
  `import json
import os
import sys
import urllib.error
import urllib.request
import uuid

body = json.dumps(‹input›).encode()

headers = {
    "Content-Type": "application/json",
    "Idempotency-Key": str(uuid.uuid4()),
    "Prefer": "‹preference›",
limit|    "Farebox-Max-Credits": "‹limit›",
}
# Without a key you call as a guest.
if key := os.environ.get("FAREBOX_KEY"):
    headers["Authorization"] = f"Bearer {key}"

try:
quote|    estimate_request = urllib.request.Request(‹estimate›, body,
quote|                                      {"Content-Type": "application/json"})
quote|    with urllib.request.urlopen(estimate_request) as response:
quote|        estimate = json.load(response)
quote|    if "quote" not in estimate:
quote|        sys.exit(json.dumps(estimate))
quote|    headers["Farebox-Quote"] = estimate["quote"]
quote|
    request = urllib.request.Request(‹address›, body, headers)
    with urllib.request.urlopen(request) as response:
        print("Credits charged:", response.headers["Farebox-Credits-Charged"], file=sys.stderr)
        sys.stdout.buffer.write(response.read())
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
`,
  visibleString,
  ({ input }) => ({ input: writeLiteral(input, syntax) }),
);

export const phpSnippet = snippet(
  `<?php

$body = ‹body›;

function post(string $url, string $body, array $headers): string
{
    $headers[] = 'Content-Type: application/json';
    // Without \`ignore_errors\`, the body of an error response is lost.
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    $response = file_get_contents($url, false, stream_context_create(['http' => $http]));
    return $response === false ? exit('The portal cannot be reached.') : $response;
}

quote|$estimate = json_decode(post(‹estimate›, $body, []), true);
quote|if (!isset($estimate['quote'])) {
quote|    exit(json_encode($estimate));
quote|}
quote|
$headers = ['Prefer: ‹preference›', 'Idempotency-Key: ' . bin2hex(random_bytes(16))];
limit|$headers[] = 'Farebox-Max-Credits: ‹limit›';
quote|$headers[] = 'Farebox-Quote: ' . $estimate['quote'];
// Without a key you call as a guest.
if ($key = getenv('FAREBOX_KEY')) {
    $headers[] = 'Authorization: Bearer ' . $key;
}

echo post(‹address›, $body, $headers);
`,
  phpString,
  ({ input }) => ({ body: phpBody(input) }),
);

/** PHP strings cannot hold a lone surrogate, but JSON text can. */
function phpBody(input: JsonObject): string {
  const json = visibleJson(input);
  if (/\\ud[89a-f][0-9a-f]{2}/.test(json)) return `<<<'JSON'\n${json}\nJSON`;
  return `json_encode(${writeLiteral(input, phpSyntax)}, JSON_THROW_ON_ERROR)`;
}

const phpSyntax: LiteralSyntax = {
  null: 'null',
  true: 'true',
  false: 'false',
  string: phpString,
  key: (name) => `${phpString(name)} => `,
  object: (value) => [isListLike(value) ? '(object) [' : '[', ']'],
  indent: '    ',
  trailingComma: true,
};

/** PHP would encode an array with the keys 0, 1, 2, … or without any as a list. */
function isListLike(value: JsonObject): boolean {
  return Object.keys(value).every((key, index) => key === String(index));
}

/** Characters that single quotes cannot express. */
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function phpString(text: string): string {
  if (text.search(unseen) < 0) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  const escaped = text.replace(/[\\"$]/g, '\\$&');
  return `"${escaped.replace(unseen, (character) => named[character] ?? `\\u{${character.charCodeAt(0).toString(16)}}`)}"`;
}

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
  ({ input }) => ({ body: rubyBody(input) }),
);

/** Ruby strings cannot hold a lone surrogate, but JSON text can. */
function rubyBody(input: JsonObject): string {
  const json = visibleJson(input);
  if (/\\ud[89a-f][0-9a-f]{2}/.test(json)) return `<<~'JSON'\n${json}\nJSON`;
  return `JSON.generate(${writeLiteral(input, rubySyntax)})`;
}

const rubySyntax: LiteralSyntax = {
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
