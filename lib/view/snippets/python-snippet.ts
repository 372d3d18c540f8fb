import {
  joinedLines,
  callAddress,
  estimateAddress,
  type SnippetCall,
  snippetPreference,
  visibleString,
  type LiteralSyntax,
  writeLiteral,
} from './snippet-call.ts';

export function pythonSnippet(call: SnippetCall): string {
  const { input, maximumCredits, quoteFirst } = call;
  return joinedLines(
    'import json',
    'import os',
    'import sys',
    'import urllib.error',
    'import urllib.request',
    'import uuid',
    '',
    `body = json.dumps(${writeLiteral(input, syntax)}).encode()`,
    '',
    'headers = {',
    '    "Content-Type": "application/json",',
    '    "Idempotency-Key": str(uuid.uuid4()),',
    `    "Prefer": "${snippetPreference}",`,
    maximumCredits !== undefined && `    "Farebox-Max-Credits": "${maximumCredits}",`,
    '}',
    '# Without a key you call as a guest.',
    'if key := os.environ.get("FAREBOX_KEY"):',
    '    headers["Authorization"] = f"Bearer {key}"',
    '',
    'try:',
    quoteFirst && quoting(call),
    `    request = urllib.request.Request(${visibleString(callAddress(call))}, body, headers)`,
    '    with urllib.request.urlopen(request) as response:',
    '        print("Credits charged:", response.headers["Farebox-Credits-Charged"], file=sys.stderr)',
    '        sys.stdout.buffer.write(response.read())',
    'except urllib.error.HTTPError as error:',
    '    sys.exit(error.read().decode())',
  );
}

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

function quoting(call: SnippetCall): string {
  return [
    `    estimate_request = urllib.request.Request(${visibleString(estimateAddress(call))}, body,`,
    '                                      {"Content-Type": "application/json"})',
    '    with urllib.request.urlopen(estimate_request) as response:',
    '        estimate = json.load(response)',
    '    if "quote" not in estimate:',
    '        sys.exit(json.dumps(estimate))',
    '    headers["Farebox-Quote"] = estimate["quote"]',
    '',
  ].join('\n');
}
