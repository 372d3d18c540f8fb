import { callAddress, type SnippetCall, snippetPreference, visibleJson } from '../snippets/snippet-call.ts';

export type CurlCall = Pick<SnippetCall, 'slug' | 'origin' | 'input' | 'maximumCredits' | 'file'>;

/** Linux allows 128 KiB for an argument, other systems less. Longer input goes to the standard input of curl. */
const longestArgument = 30_000;

/** Never a line of JSON. */
const endOfInput = 'END_OF_INPUT';

/** A call as a shell command, which `readCurl` reads back. */
export function writeCurl(call: CurlCall): string {
  const json = visibleJson(call.input);
  if (fitsArgument(json)) return `${curlCommand(call, [], `-d ${shellQuoted(json)}`)}\n`;
  return `${curlCommand(call, [], `--data-binary @- <<'${endOfInput}'`)}\n${json}\n${endOfInput}\n`;
}

/** Whether a text fits into an argument, escaped and in UTF-8. */
export function fitsArgument(text: string): boolean {
  return (
    text.length * 4 <= longestArgument ||
    new TextEncoder().encode(shellQuoted(text)).length <= longestArgument
  );
}

/**
 * A command with further headers and a body option. Without a key, the Authorization header disappears, in zsh as in
 * other shells, and a guest makes the call.
 */
export function curlCommand(call: CurlCall, headers: readonly string[], data: string): string {
  const { maximumCredits, file } = call;
  const parts = [
    `curl ${shellQuoted(callAddress(call))}`,
    "-H 'Content-Type: application/json'",
    '-H "Idempotency-Key: $(date +%s)-$RANDOM"',
    `-H 'Prefer: ${snippetPreference}'`,
    '${FAREBOX_KEY:+-H"Authorization: Bearer $FAREBOX_KEY"}',
    ...(maximumCredits === undefined ? [] : [`-H 'Farebox-Max-Credits: ${maximumCredits}'`]),
    ...headers,
    // A refusal is JSON: curl says that it failed, and writes it into the file.
    ...(file === undefined ? [] : [`--fail-with-body -o ${shellQuoted(file)}`]),
    data,
  ];
  return parts.join(' \\\n  ');
}

/** Within single quotes, only the single quote is special. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
