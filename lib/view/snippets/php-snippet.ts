import type { JsonObject } from '../../json/json.ts';
import { type LiteralSyntax, snippet, visibleJson, writeLiteral } from './snippet-call.ts';

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
  ({ input }) => ({ body: bodyOf(input) }),
);

/** PHP strings cannot hold a lone surrogate, but JSON text can. */
function bodyOf(input: JsonObject): string {
  const json = visibleJson(input);
  if (/\\ud[89a-f][0-9a-f]{2}/.test(json)) return `<<<'JSON'\n${json}\nJSON`;
  return `json_encode(${writeLiteral(input, syntax)}, JSON_THROW_ON_ERROR)`;
}

const syntax: LiteralSyntax = {
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
