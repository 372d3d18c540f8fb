import {
  joinedLines,
  callAddress,
  estimateAddress,
  type SnippetCall,
  snippetPreference,
  visibleJson,
  visibleString,
} from './snippet-call.ts';

export function goSnippet(call: SnippetCall): string {
  const { input, maximumCredits, quoteFirst } = call;
  return joinedLines(
    'package main',
    '',
    'import (',
    '\t"crypto/rand"',
    '\t"encoding/hex"',
    quoteFirst && '\t"encoding/json"',
    '\t"fmt"',
    '\t"io"',
    '\t"log"',
    '\t"net/http"',
    '\t"os"',
    '\t"strings"',
    ')',
    '',
    `const input = ${rawString(visibleJson(input))}`,
    '',
    'func main() {',
    quoteFirst && quoting(call),
    `\trequest, err := http.NewRequest("POST", ${visibleString(callAddress(call))}, strings.NewReader(input))`,
    ...orFail(),
    '\tid := make([]byte, 16)',
    '\tif _, err := rand.Read(id); err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\trequest.Header.Set("Content-Type", "application/json")',
    '\trequest.Header.Set("Idempotency-Key", hex.EncodeToString(id))',
    `\trequest.Header.Set("Prefer", "${snippetPreference}")`,
    maximumCredits !== undefined && `\trequest.Header.Set("Farebox-Max-Credits", "${maximumCredits}")`,
    quoteFirst && '\trequest.Header.Set("Farebox-Quote", estimate.Quote)',
    '\t// Without a key you call as a guest.',
    '\tif key := os.Getenv("FAREBOX_KEY"); key != "" {',
    '\t\trequest.Header.Set("Authorization", "Bearer "+key)',
    '\t}',
    '',
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...orFail(),
    '\tdefer response.Body.Close()',
    '\tfmt.Fprintln(os.Stderr, response.Status, "Credits charged:", response.Header.Get("Farebox-Credits-Charged"))',
    '\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '}',
  );
}

/** A raw Go string can contain anything but a backtick, which JSON can escape. */
function rawString(json: string): string {
  return `\`${json.replaceAll('`', '\\u0060')}\``;
}

function orFail(): string[] {
  return ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];
}

function quoting(call: SnippetCall): string {
  return [
    `\testimateResponse, err := http.Post(${visibleString(estimateAddress(call))}, "application/json", strings.NewReader(input))`,
    ...orFail(),
    '\tdefer estimateResponse.Body.Close()',
    '\tvar estimate struct{ Quote string }',
    '\tif err := json.NewDecoder(estimateResponse.Body).Decode(&estimate); err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tif estimate.Quote == "" {',
    '\t\tlog.Fatal("There is no quote: a field is missing or invalid.")',
    '\t}',
    '',
  ].join('\n');
}
