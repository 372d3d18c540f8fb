import { isJsonObject, isPastExact, type JsonObject, jsonText, type JsonValue } from '../../json/json.ts';
import type { RequestField } from '../../operation/request-fields.ts';
import {
  type LiteralSyntax,
  snippet,
  type SnippetCall,
  visibleString,
  writeLiteral,
} from './snippet-call.ts';

const text = `‹input›

quote|const estimateResponse = await fetch(‹estimate›, {
quote|  method: "POST",
quote|  headers: { "content-type": "application/json" },
quote|  ‹body›,
quote|});
quote|const estimate = ‹read›;
quote|if (!estimate.quote) throw new Error(JSON.stringify(estimate));
quote|
const headers‹headers› = {
  "content-type": "application/json",
  "idempotency-key": crypto.randomUUID(),
  prefer: "‹preference›",
limit|  "farebox-max-credits": "‹limit›",
quote|  "farebox-quote": estimate.quote,
};
// Without a key you call as a guest.
if (process.env.FAREBOX_KEY) headers.authorization = \`Bearer \${process.env.FAREBOX_KEY}\`;

const response = await fetch(‹address›, {
  method: "POST",
  headers,
  ‹body›,
});
if (!response.ok) throw new Error(await response.text());

console.error("Credits charged:", response.headers.get("farebox-credits-charged"));
process.stdout.write(new Uint8Array(await response.arrayBuffer()));
`;

const bodyOf = ({ input }: SnippetCall) => (isWrittenAnew(input) ? 'body: JSON.stringify(input)' : 'body');

export const javascriptSnippet = snippet(text, visibleString, (call) => ({
  input: written(call.input, 'const input'),
  body: bodyOf(call),
  read: 'await estimateResponse.json()',
}));

/** The snippet in TypeScript, with types for the fields. */
export const typescriptSnippet = snippet(text, visibleString, (call) => ({
  input: `${inputInterface(call.fields)}\n\n${written(call.input, 'const input: Input')}`,
  body: bodyOf(call),
  read: '(await estimateResponse.json()) as { quote?: string }',
  headers: ': Record<string, string>',
}));

/** Keeps numbers whose digits JavaScript would change, as JSON text. */
function written(input: JsonObject, declaration: string): string {
  return isWrittenAnew(input)
    ? `${declaration} = ${writeLiteral(input, syntax)};`
    : `const body = ${visibleString(jsonText(input))};`;
}

function isWrittenAnew(value: JsonValue): boolean {
  if (typeof value === 'number') return !isPastExact(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWrittenAnew);
}

const syntax: LiteralSyntax = {
  null: 'null',
  true: 'true',
  false: 'false',
  string: visibleString,
  key: (name) => `${propertyName(name)}: `,
  object: () => ['{', '}'],
  indent: '  ',
  trailingComma: true,
};

/** As a plain key, `__proto__` would set the prototype. */
function propertyName(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : visibleString(name);
}

function inputInterface(fields: readonly RequestField[]): string {
  const members = fields.map((field) => {
    const optional = field.required ? '' : '?';
    return `  ${propertyName(field.name)}${optional}: ${typeOf(field)};\n`;
  });
  return `interface Input {${members.length > 0 ? '\n' : ''}${members.join('')}}`;
}

/** Longer choices are not written as a type. */
const maximumChoices = 12;

function typeOf({ type, enum: choices }: RequestField): string {
  if (choices && choices.length <= maximumChoices && choices.every(isScalar))
    return choices.map(scalarType).join(' | ');
  const names = type.split('|').map((name) => typeScriptTypes[name] ?? 'unknown');
  return [...new Set(names)].join(' | ');
}

const typeScriptTypes: Record<string, string> = {
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
