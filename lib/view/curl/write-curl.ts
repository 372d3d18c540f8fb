import { callAddress, type SnippetCall } from '../snippets/snippet-call.ts';
import { visibleJson } from '../snippets/visible-json.ts';

export type CurlCall = Pick<SnippetCall, 'slug' | 'origin' | 'input' | 'maximumCredits'>;

/** Linux takes 128 KiB as one argument, other systems less. What is longer goes to curl by its standard input. */
const longestArgument = 30_000;

/** No line of JSON reads like it. */
const endOfInput = 'END_OF_INPUT';

/** A call for a shell. `readCurl` reads the input back. */
export function writeCurl(call: CurlCall): string {
  const json = visibleJson(call.input);
  if (fitsArgument(json)) return `${curlCommand(call, [], `-d ${shellQuoted(json)}`)}\n`;
  return `${curlCommand(call, [], `--data-binary @- <<'${endOfInput}'`)}\n${json}\n${endOfInput}\n`;
}

/** Whether a command may have it as an argument. A character takes up to four bytes there, or as many as its escape. */
export function fitsArgument(text: string): boolean {
  return (
    text.length * 4 <= longestArgument ||
    new TextEncoder().encode(shellQuoted(text)).length <= longestArgument
  );
}

/**
 * The command, with further headers and the option for the body. Without a key the header of the key vanishes
 * whole, in zsh as in other shells, and the call is a guest's.
 */
export function curlCommand(call: CurlCall, headers: readonly string[], data: string): string {
  const { maximumCredits } = call;
  const parts = [
    `curl ${shellQuoted(callAddress(call))}`,
    "-H 'Content-Type: application/json'",
    '-H "Idempotency-Key: $(date +%s)-$RANDOM"',
    '${FAREBOX_KEY:+-H"Authorization: Bearer $FAREBOX_KEY"}',
    ...(maximumCredits === undefined ? [] : [`-H 'Farebox-Max-Credits: ${maximumCredits}'`]),
    ...headers,
    data,
  ];
  return parts.join(' \\\n  ');
}

/** Within single quotes a shell reads nothing but the next single quote. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
