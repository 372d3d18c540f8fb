import { type LiteralSyntax, snippet, visibleString, writeLiteral } from './snippet-call.ts';

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
