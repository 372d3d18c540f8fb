import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { parseStrictJson } from '../../json/strict-json.ts';
import { Problem } from '../../problem/problem.ts';
import { type CurlOption, longOption, shortOption, type ShellWord, shellWords } from './shell-words.ts';

type CurlReading = { ok: true; input: JsonObject } | { ok: false; detail: string };

/**
 * Reads the input from a command line that calls the portal. It guesses nothing: an error names its line. With a slug,
 * a call of another product is an error, too.
 */
export function readCurl(text: string, slug?: string): CurlReading {
  try {
    return { ok: true, input: inputOf(readCommand(text), slug) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const line = text.slice(0, error.at).split('\n').length;
    return { ok: false, detail: `Line ${line}: ${error.message}` };
  }
}

/** Why a command cannot be read. Thrown within this file only. */
class Refusal extends Error {
  constructor(
    readonly at: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

interface Command {
  at: number;
  address: ShellWord | undefined;
  method: ShellWord | undefined;
  body: ShellWord[];
  /** The separator of several bodies: none for `--json`. */
  joint: string;
  /** The here-document after the command (`<<'END'`). */
  document: ShellWord | undefined;
}

function readCommand(text: string): Command {
  const read = shellWords(withoutPrompt(text));
  if (!read.ok) throw new Refusal(read.at, read.detail);
  const [name, ...words] = read.words;
  if (!name) throw new Refusal(0, 'there is no command yet: paste one that begins with curl.');
  if (!/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(name.text))
    throw new Refusal(name.at, `a command that begins with curl is expected, not ${shown(name.text)}.`);
  refuseRest(text, read.endsAt);
  return readWords(name.at, words, hereDocument(text, read.endsAt));
}

/** Replaces a copied prompt, `$` or `%`, by spaces, which keeps the positions. */
function withoutPrompt(text: string): string {
  return text.replace(/^\s*[$%>#]\s+(?=\S*curl)/, (prompt) => prompt.replace(/\S/g, ' '));
}

/** Redirections and pipes are ignored. A second line is an error: it was probably meant as part of the command. */
function refuseRest(text: string, endsAt: number): void {
  if (text[endsAt] !== '\n') return;
  const next = endsAt + text.slice(endsAt).search(/\S|$/);
  const rest = text.slice(next).split('\n', 1)[0] ?? '';
  if (rest === '' || rest.startsWith('#')) return;
  const sentence = rest.startsWith('-')
    ? 'this line is not part of the command: end the line before it with a backslash.'
    : 'a second command starts here; paste one call only.';
  throw new Refusal(next, sentence);
}

function readWords(at: number, words: ShellWord[], document: ShellWord | undefined): Command {
  const command: Command = { at, address: undefined, method: undefined, body: [], joint: '&', document };
  // Reversed, because removing the first element of a long array moves all others.
  const waiting = words.toReversed();
  for (let word = waiting.pop(); word; word = waiting.pop()) {
    if (word.text === '--' || word.text === '') continue;
    if (word.text.startsWith('--')) readLong(command, word, waiting);
    else if (word.text.startsWith('-') && word.text.length > 1) readShort(command, word, waiting);
    else if (!isExpansionAlone(word)) command.address = oneAddress(command, word);
  }
  return command;
}

/** `${FAREBOX_KEY:+-H…}`: only the shell can expand it, and it is no URL. */
function isExpansionAlone({ text, expandsAt, at }: ShellWord): boolean {
  return expandsAt === at && !/[/.]/.test(text.replace(/^\$(?:\w+|\{[^}]*\}|\([^)]*\))/, ''));
}

function readLong(command: Command, word: ShellWord, waiting: ShellWord[]): void {
  const name = word.text.slice(2);
  const option = longOption(name);
  const known = option.kind !== 'harmless' && option.kind !== 'refused';
  // curl takes no value after an equals sign, but people write it.
  const [, before, after] = /^([a-z-]+)=([^]*)$/.exec(name) ?? [];
  if (!known && before !== undefined && after !== undefined) {
    take(command, longOption(before), { ...word, text: `--${before}` }, { ...word, text: after });
    return;
  }
  const value = takesNext(option, waiting.at(-1)) ? waiting.pop() : undefined;
  take(command, option, word, value);
}

/** `-sSd x`: letters without a value, then one with a value, attached or in the next word. */
function readShort(command: Command, word: ShellWord, waiting: ShellWord[]): void {
  for (let index = 1; index < word.text.length; index += 1) {
    const letter = word.text[index] ?? '';
    const option = shortOption(letter);
    const shownAs = { ...word, text: `-${letter}` };
    if (option.kind === 'harmless' && option.takesValue === false) continue;
    if (option.kind === 'refused') return take(command, option, shownAs, undefined);
    const attached = word.text.slice(index + 1);
    const value = attached === '' ? waiting.pop() : { ...word, text: attached };
    return take(command, option, shownAs, value);
  }
}

function takesNext(option: CurlOption, next: ShellWord | undefined): boolean {
  if (option.kind === 'refused') return false;
  if (option.kind !== 'harmless') return true;
  if (option.takesValue !== 'perhaps') return option.takesValue;
  return next !== undefined && !next.text.startsWith('-') && !/^https?:/i.test(next.text);
}

function take(command: Command, option: CurlOption, word: ShellWord, value: ShellWord | undefined): void {
  if (option.kind === 'harmless') return;
  if (option.kind === 'refused') throw new Refusal(word.at, `${word.text} ${option.why}`);
  if (!value) throw new Refusal(word.at, `${word.text} has no value.`);
  if (option.kind === 'method') command.method = value;
  if (option.kind === 'address') command.address = oneAddress(command, value);
  if (option.kind !== 'data' && option.kind !== 'json') return;
  if (value.text === '@-' && command.document) {
    command.body.push(command.document);
    return;
  }
  const readsFile = value.text.startsWith('@') && word.text !== '--data-raw';
  if (readsFile)
    throw new Refusal(
      value.at,
      `the input is in ${shown(value.text.slice(1))}, which this page cannot read; paste its content.`,
    );
  command.body.push(value);
  if (option.kind === 'json') command.joint = '';
}

function oneAddress({ address }: Command, word: ShellWord): ShellWord {
  if (!address) return word;
  throw new Refusal(
    word.at,
    `${shown(word.text)} is a second URL after ${shown(address.text)}; is a quote missing?`,
  );
}

function inputOf({ at, address, method, body, joint }: Command, slug: string | undefined): JsonObject {
  if (!address) throw new Refusal(at, 'the command has no URL.');
  refuseAddress(address, slug);
  if (method && method.text.toUpperCase() !== 'POST')
    throw new Refusal(method.at, `a call is a POST, not a ${shown(method.text)}.`);
  const [first] = body;
  if (!first) {
    if (method) return {};
    throw new Refusal(at, 'the command sends no input: add it with -d, or -X POST where there is none.');
  }
  const unknown = body.find(({ expandsAt }) => expandsAt !== undefined);
  if (unknown?.expandsAt !== undefined)
    throw new Refusal(
      unknown.expandsAt,
      'the input has a variable or a command that only your shell can expand; put the input in single quotes.',
    );
  const text = body.map((part) => part.text).join(joint);
  return text.trim() === '' ? {} : parsed(first.at, text);
}

function refuseAddress({ text, at, expandsAt }: ShellWord, slug: string | undefined): void {
  const [, called] = /\/api\/product\/developer\/call\/([^/?#]+)/.exec(text) ?? [];
  if (called === undefined) {
    if (expandsAt !== undefined) return;
    throw new Refusal(
      at,
      `${shown(text)} is not a call of a portal, …/api/product/developer/call/{product}.`,
    );
  }
  if (slug !== undefined && called !== slug && expandsAt === undefined)
    throw new Refusal(at, `this calls ${shown(called)}, but this page is for ${shown(slug)}.`);
}

function parsed(at: number, text: string): JsonObject {
  let value;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Refusal(at, `the JSON that starts here has an error: ${error.detail}`);
  }
  if (isJsonObject(value)) return value;
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
  throw new Refusal(at, `the input that starts here is ${kind}; a call takes an object, {…}.`);
}

function shown(text: string): string {
  return text.length <= 60 ? `“${text}”` : `“${text.slice(0, 60)}…”`;
}

/** Reads a here-document (`<<WORD`), up to the line that is only the word. */
function hereDocument(text: string, operatorAt: number): ShellWord | undefined {
  const line = text.slice(operatorAt, operatorAt + longestLine);
  const [opening, quote, word] = /^<<[ \t]*(["']?)(\w+)\1[ \t]*\r?\n/.exec(line) ?? [];
  if (opening === undefined || word === undefined) return undefined;
  const at = operatorAt + opening.length;
  const end = endOf(text, at, word);
  if (end === undefined) return undefined;
  const document = text.slice(at, end);
  // With a quoted word, the shell expands nothing.
  const expansion = quote === '' ? document.search(/[$`\\]/) : -1;
  return { text: document, at, expandsAt: expansion < 0 ? undefined : at + expansion };
}

/** The operator and its word. */
const longestLine = 200;

/** The start of the line that is only the word. */
function endOf(text: string, start: number, word: string): number | undefined {
  for (let from = start; ; ) {
    const found = text.indexOf(word, from);
    if (found < 0) return undefined;
    const before = found === start || text[found - 1] === '\n';
    const after = text.slice(found + word.length, found + word.length + 2);
    if (before && /^(?:\r?\n|\r?$)/.test(after)) return found;
    from = found + word.length;
  }
}
