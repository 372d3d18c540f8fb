import { describe, expect, test } from 'vitest';
import { readCurl } from '../../../../lib/view/curl/read-curl.ts';
import { decodeFileText, fileTextSize } from '../../../../lib/operation/file-text.ts';
import { describe as described } from '../../../../lib/form/describe.ts';
import { isShownAsDate, matchingOptions, hintOf, shownFile } from '../../../../lib/view/form/control-view.ts';
import { inlinePieces, isBlockMarkdown, openingOf } from '../../../../lib/form/help-opening.ts';
import { keySchema } from '../../../../lib/form/options.ts';
import { likeness } from '../../../../lib/view/form/switch-branch.ts';
import { isTooLong, readNumber } from '../../../../lib/form/number-text.ts';
import { pastedText } from '../../../../lib/view/form/pasted-rows.ts';
import { readJson, readJsonText } from '../../../../lib/view/form/read-json.ts';
import { storableInput } from '../../../../lib/view/playground/storable-input.ts';
import { readShareLink, writeShareLink } from '../../../../lib/view/share-link.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { endedAfter } from './ended-after.ts';
import { anySchema, schemaNode } from '../../../../lib/schema/schema-graph.ts';

const characters = 1_000_000;
const repeated = (piece: string) => piece.repeat(Math.ceil(characters / piece.length));

const texts: [string, string][] = [
  ['one letter', repeated('a')],
  ['spaces between letters', `a${repeated(' ')}a`],
  ['line breaks', repeated('\n')],
  ['line breaks and spaces', repeated('\n ')],
  ['padding that ends in none', `${repeated('=')}x`],
  ['digits', repeated('1')],
  ['digits and points', repeated('1.')],
  ['quotes', repeated('"')],
  ['backslashes', repeated('\\')],
  ['brackets without end', repeated('[')],
  ['objects without end', repeated('{"a":')],
  ['marks of code', repeated('`')],
  ['emphasis without end', repeated('**a')],
  ['links without end', repeated('[a](')],
  ['a data URL', `data:text/plain;base64,${repeated('QUJD')}`],
  ['a data URL of escapes', `data:text/plain,${repeated('%41')}`],
  ['parameters of a data URL', `data:${repeated(';')}`],
  ['options of a command', `curl https://a.example ${repeated('-s ')}`],
  ['a quote of a command without end', `curl '${repeated('a')}`],
  ['lines of a command', `curl ${repeated('\\\n')}`],
  ['expansions of a command', `curl https://a.example -d ${repeated('$')}`],
];

const patterns = [
  { pattern: '^a*b*$', schema: anySchema },
  { pattern: 'x', schema: anySchema },
];
const options = Array.from({ length: 60 }, () => ({ value: 1, label: 'abc', help: 'def' }));
const file = { kind: 'file', encoding: 'data-url', mediaType: undefined } as const;

/** What reads a text on the way of a key. */
const readers: Record<string, (text: string) => void> = {
  'a JSON field': readJson,
  'the JSON editor': readJsonText,
  'the cURL editor': (text) => readCurl(text),
  'a number': (text) => [readNumber(text), isTooLong(text)],
  'a date': isShownAsDate,
  'a paste': (text) => pastedText('abc', text, { selectionStart: 1, selectionEnd: 2 }),
  'a key': (text) => keySchema({ kind: 'object', members: [], patterns, rest: anySchema, keys: [] }, text),
  'a search among options': (text) => matchingOptions(options, text),
  'a file': (text) => [shownFile(text, file), fileTextSize(text), decodeFileText(text)],
  'the likeness of a URL': (text) => likeness(schemaNode({ type: 'string', format: 'uri' }), text),
  'the likeness of a UUID': (text) => likeness(schemaNode({ type: 'string', format: 'uuid' }), text),
  'a hint': (text) => hintOf(described(schemaNode({ type: 'string' })), text),
  'a help text': (text) => [openingOf(text), isBlockMarkdown(text), inlinePieces(text)],
  'a link to share': (text) => writeShareLink({ text }),
  'a shared link': (text) => readShareLink(`input=1.${text}`),
  'what is remembered': (text) => storableInput([], { text }),
};

/** Some times what the slowest takes for a million characters; by the square of them it would be minutes. */
const mostCpuMs = 2_500;
const timeoutMs = 15_000;

describe.each(Object.entries(readers))('%s', (_name, read) => {
  test.each(texts)('of %s takes time in proportion to its length', (_what, text) => {
    expect(cpuMs(() => endedAfter(timeoutMs, () => read(text)))).toBeLessThan(mostCpuMs);
  });
});

test('a file of 28 million characters that are not base64 has its size', () => {
  const text = 'a'.repeat(28_000_000);
  expect(fileTextSize(`data:text/plain,${text}`)).toBe(text.length);
  expect(fileTextSize(`data:text/plain,${text}%4`)).toBeUndefined();
});
