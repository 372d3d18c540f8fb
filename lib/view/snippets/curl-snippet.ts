import { curlCommand, fitsArgument, shellQuoted, writeCurl } from '../curl/write-curl.ts';
import { joinedLines } from './joined-lines.ts';
import { estimateAddress, type SnippetCall } from './snippet-call.ts';
import { visibleJson } from './visible-json.ts';

export function curlSnippet(call: SnippetCall): string {
  if (!call.quoteFirst) return writeCurl(call);
  const quoteHeader = '-H "Farebox-Quote: ${quote:?a field is missing or invalid}"';
  const json = visibleJson(call.input);
  // `printf` is a shell builtin, and takes text of any length.
  const [given, data] = fitsArgument(json)
    ? ['', '-d "$input"']
    : [`printf '%s' "$input" | `, '--data-binary @-'];
  return joinedLines(
    `input=${shellQuoted(json)}`,
    '',
    `quote=$(${given}curl -s ${shellQuoted(estimateAddress(call))} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  ${data} | sed -n 's/.*"quote":"\\([^"]*\\)".*/\\1/p')`,
    '',
    `${given}${curlCommand(call, [quoteHeader], data)}`,
  );
}
