import { callAddress, type SnippetCall } from '../snippets/snippet-call.ts';
import { visibleJson } from '../snippets/visible-json.ts';

export type CurlCall = Pick<SnippetCall, 'slug' | 'origin' | 'input' | 'maximumCredits'>;

/** A call for a shell. `readCurl` reads the input back. */
export function writeCurl(call: CurlCall): string {
  return `${curlCommand(call, [], shellQuoted(visibleJson(call.input)))}\n`;
}

/**
 * The command, with further headers and whatever stands for the body. Without a key the header of the key vanishes
 * whole, in zsh as in other shells, and the call is a guest's.
 */
export function curlCommand(call: CurlCall, headers: readonly string[], body: string): string {
  const { maximumCredits } = call;
  const parts = [
    `curl ${shellQuoted(callAddress(call))}`,
    "-H 'Content-Type: application/json'",
    '-H "Idempotency-Key: $(date +%s)-$RANDOM"',
    '${FAREBOX_KEY:+-H"Authorization: Bearer $FAREBOX_KEY"}',
    ...(maximumCredits === undefined ? [] : [`-H 'Farebox-Max-Credits: ${maximumCredits}'`]),
    ...headers,
    `-d ${body}`,
  ];
  return parts.join(' \\\n  ');
}

/** Within single quotes a shell reads nothing but the next single quote. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
