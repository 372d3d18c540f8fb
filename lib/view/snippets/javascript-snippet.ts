import { isJsonObject, isPastExact, type JsonObject, jsonText, type JsonValue } from '../../json/json.ts';
import type { RequestField } from '../../operation/request-fields.ts';
import { joinedLines } from './joined-lines.ts';
import { callAddress, estimateAddress, type SnippetCall } from './snippet-call.ts';
import { visibleString } from './visible-json.ts';
import { type LiteralSyntax, writeLiteral } from './write-literal.ts';

export function javascriptSnippet(call: SnippetCall): string {
  return joinedLines(written(call.input, 'const input'), '', fetching(call, { headers: '', estimate: '' }));
}

/** The same with the types of the fields, so that an editor knows what the product takes. */
export function typescriptSnippet(call: SnippetCall): string {
  return joinedLines(
    inputInterface(call.fields),
    '',
    written(call.input, 'const input: Input'),
    '',
    fetching(call, { headers: ': Record<string, string>', estimate: ' as { quote?: string }' }),
  );
}

/** What JavaScript would write anew with digits that it does not have is written here. */
function written(input: JsonObject, declaration: string): string {
  return isWrittenAnew(input)
    ? `${declaration} = ${writeLiteral(input, SYNTAX)};`
    : `const body = ${visibleString(jsonText(input))};`;
}

function isWrittenAnew(value: JsonValue): boolean {
  if (typeof value === 'number') return !isPastExact(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWrittenAnew);
}

const SYNTAX: LiteralSyntax = {
  null: 'null',
  true: 'true',
  false: 'false',
  string: visibleString,
  key: (name) => `${propertyName(name)}: `,
  object: () => ['{', '}'],
  indent: '  ',
  trailingComma: true,
};

/** Written plainly, `__proto__` would set the prototype instead. */
function propertyName(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : visibleString(name);
}

function bodyOf(input: JsonObject): string {
  return isWrittenAnew(input) ? '  body: JSON.stringify(input),' : '  body,';
}

function fetching(call: SnippetCall, types: { headers: string; estimate: string }): string {
  const { maximumCredits, quoteFirst } = call;
  return [
    ...(quoteFirst ? [...quoting(call, types.estimate), ''] : []),
    `const headers${types.headers} = {`,
    '  "content-type": "application/json",',
    '  "idempotency-key": crypto.randomUUID(),',
    ...(maximumCredits === undefined ? [] : [`  "farebox-max-credits": "${maximumCredits}",`]),
    ...(quoteFirst ? ['  "farebox-quote": estimate.quote,'] : []),
    '};',
    '// Without a key you call as a guest.',
    'if (process.env.FAREBOX_KEY) headers.authorization = `Bearer ${process.env.FAREBOX_KEY}`;',
    '',
    `const response = await fetch(${visibleString(callAddress(call))}, {`,
    '  method: "POST",',
    '  headers,',
    bodyOf(call.input),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    '',
    'console.error("Credits charged:", response.headers.get("farebox-credits-charged"));',
    'process.stdout.write(new Uint8Array(await response.arrayBuffer()));',
  ].join('\n');
}

function quoting(call: SnippetCall, type: string): string[] {
  return [
    `const question = await fetch(${visibleString(estimateAddress(call))}, {`,
    '  method: "POST",',
    '  headers: { "content-type": "application/json" },',
    bodyOf(call.input),
    '});',
    type ? `const estimate = (await question.json())${type};` : 'const estimate = await question.json();',
    'if (!estimate.quote) throw new Error(JSON.stringify(estimate));',
  ];
}

function inputInterface(fields: readonly RequestField[]): string {
  const members = fields.map((field) => {
    const optional = field.required ? '' : '?';
    return `  ${propertyName(field.name)}${optional}: ${typeOf(field)};\n`;
  });
  return `interface Input {${members.length > 0 ? '\n' : ''}${members.join('')}}`;
}

/** More choices than these are read in the reference, not in a type. */
const MAXIMUM_CHOICES = 12;

function typeOf({ type, enum: choices }: RequestField): string {
  if (choices && choices.length <= MAXIMUM_CHOICES && choices.every(isScalar))
    return choices.map(scalarType).join(' | ');
  const names = type.split('|').map((name) => TYPES[name] ?? 'unknown');
  return [...new Set(names)].join(' | ');
}

const TYPES: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
};

function isScalar(value: JsonValue): value is Exclude<JsonValue, JsonObject | JsonValue[]> {
  return !isJsonObject(value) && !Array.isArray(value);
}

function scalarType(value: Exclude<JsonValue, JsonObject | JsonValue[]>): string {
  return typeof value === 'string' ? visibleString(value) : JSON.stringify(value);
}
