import { curlCommand, shellQuoted, writeCurl } from '../curl/write-curl.ts';
import { joinedLines } from './joined-lines.ts';
import { estimateAddress, type SnippetCall } from './snippet-call.ts';
import { visibleJson } from './visible-json.ts';

export function curlSnippet(call: SnippetCall): string {
  if (!call.quoteFirst) return writeCurl(call);
  const quoteHeader = '-H "Farebox-Quote: ${quote:?a field is missing or invalid}"';
  return joinedLines(
    `input=${shellQuoted(visibleJson(call.input))}`,
    '',
    `quote=$(curl -s ${shellQuoted(estimateAddress(call))} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d "$input" | sed -n 's/.*"quote":"\\([^"]*\\)".*/\\1/p')`,
    '',
    curlCommand(call, [quoteHeader], '"$input"'),
  );
}
