import { createHash } from 'node:crypto';
import { type BoundRequest, bindInput } from '../../lib/bind/bind.ts';
import { type JsonObject, isJsonObject, type JsonValue } from '../../lib/json/json.ts';
import { fileTextSize } from '../../lib/operation/file-text.ts';
import type { InputField } from '../../lib/operation/input-shape.ts';
import { evaluatePrice, type PricedCall } from '../../lib/price/evaluate.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { QuoteFault } from '../../lib/product/quote-result.ts';
import { type UnknownField, unknownFieldDetail } from '../../lib/validation/unknown-fields.ts';
import { isTooComplex } from '../../lib/validation/validate.ts';
import { type InlineWork, Work } from '../../lib/validation/work.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import { hashInput } from './quote.ts';
import type { InlineBudget } from './read-json-object.ts';

/** A valid input with its request and price. */
export interface PreparedInput {
  /** With defaults. A thread returns only the fields that the settlement needs. */
  input: JsonObject;
  inputHash: string;
  request: BoundRequest;
  /** The price before the call. */
  priced: PricedCall;
  /** The text stored for its owner. */
  kept: string;
  /** What it was given and does not know. */
  ignored: UnknownField[];
}

/** Enough for a person: a million wrong items have no more to say. */
const mostFaults = 100;

/** Computes everything that depends only on the version and the input. Strictly, unknown fields are refused. */
export function prepareInput(
  version: CompiledVersion,
  given: JsonObject,
  variables: Record<string, string>,
  inline?: InlineBudget,
  isStrict = false,
): PreparedInput {
  const { input, ignored } = validInput(version, given, isStrict, inline);
  const inputHash = hashInput(input);
  const request = boundRequest(version, input, variables);
  const priced = evaluatePrice(version.price, { input }, inline?.price);
  if (!priced.ok)
    throw new Problem('price-failed', `The price of this input cannot be computed: ${priced.detail}`);
  return { input, inputHash, request, priced, kept: keptInput(input, version), ignored };
}

/** The hash that identifies a repeated call; undefined if this version refuses the input. */
export function validInputHash(
  version: CompiledVersion,
  given: JsonObject,
  inline?: InlineBudget,
): string | undefined {
  const { input, missing, invalid, isTooComplex } = assessInput(version, given, inline?.validation);
  if (isTooComplex) throw tooComplex();
  return missing.length > 0 || invalid.length > 0 ? undefined : hashInput(input);
}

function validInput(
  version: CompiledVersion,
  given: JsonObject,
  isStrict: boolean,
  inline: InlineBudget | undefined,
): Pick<AssessedInput, 'input' | 'ignored'> {
  const assessed = assessInput(version, given, inline?.validation);
  const { missing, invalid, ignored } = assessed;
  if (assessed.isTooComplex) throw tooComplex();
  const unknown = ignored.map((field) => ({ pointer: field.pointer, detail: unknownFieldDetail(field) }));
  const faults = [...missing, ...invalid, ...(isStrict ? unknown : [])];
  if (faults.length === 0) return assessed;
  const fields = faults.length === 1 ? '1 field' : `${faults.length} fields`;
  throw new Problem(
    'validation',
    `The input is invalid: correct ${fields}.`,
    faults.slice(0, mostFaults),
    isStrict ? {} : ignoredFieldsHeader(ignored),
  );
}

function tooComplex(): Problem {
  return new Problem('too-complex', 'Validating this input against its schema takes too many steps.');
}

function boundRequest(
  { template, shape }: CompiledVersion,
  input: JsonObject,
  variables: Record<string, string>,
): BoundRequest {
  const bound = bindInput(template, shape, input, variables);
  if (bound.ok) return bound.request;
  throw new Problem('validation', 'The input cannot be sent safely.', bound.errors);
}

/** Shorter values are not worth replacing by a hash. */
const shortestFile = 100;

/** The input as stored for its owner, with hashes in place of files. */
function keptInput(input: JsonObject, { takesFiles }: Pick<CompiledVersion, 'takesFiles'>): string {
  return takesFiles ? JSON.stringify(input, withoutFile) : JSON.stringify(input);
}

function withoutFile(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length < shortestFile) return value;
  const bytes = fileTextSize(value);
  if (bytes === undefined) return value;
  return { bytes, sha256: createHash('sha256').update(value).digest('hex') };
}

/** An input as its template reads it, with the faults for which a call would be refused. */
export interface AssessedInput {
  /** The known fields with defaults. Invalid fields have their example. */
  input: JsonObject;
  /** Fields without a usable value. The price assumes the most expensive one. */
  holes: InputField[];
  missing: QuoteFault[];
  invalid: QuoteFault[];
  /** Fields that the template does not know: a call is made without them, unless it is strict. */
  ignored: UnknownField[];
  /** The check exceeded its budget, so the other members mean nothing. */
  isTooComplex?: true;
}

/** With the work of the main thread, throws an InlineLimit when it is exceeded. */
export function assessInput(
  { shape, validators }: Pick<CompiledVersion, 'shape' | 'validators'>,
  given: JsonObject,
  inline?: InlineWork,
): AssessedInput {
  const closed = shape.schema['additionalProperties'] === false;
  const unknown = validators.unknown(given);
  const refused = closed ? unknown.filter(({ pointer }) => pointer.lastIndexOf('/') === 0) : [];
  const assessed: AssessedInput = {
    input: {},
    holes: [],
    missing: [],
    invalid: refused.map((field) => ({ pointer: field.pointer, detail: unknownFieldDetail(field) })),
    ignored: refused.length === 0 ? unknown : unknown.filter((field) => !refused.includes(field)),
  };
  for (const field of shape.fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : field.default;
    if (value !== undefined) assessed.input[field.name] = value;
  }
  // Most inputs are valid, and a verdict is cheap.
  const verdict = validators.verdict(assessed.input, inline);
  if (verdict === 'invalid') setWrongAside(assessed, shape.fields, validators, inline ?? new Work());
  if (verdict === 'too-complex') assessed.isTooComplex = true;
  return assessed;
}

/** Replaces each invalid or missing field by its example, or leaves a hole. */
function setWrongAside(
  assessed: AssessedInput,
  fields: InputField[],
  validators: CompiledVersion['validators'],
  work: Work,
): void {
  for (const field of fields) {
    const value = assessed.input[field.name];
    const faults = value === undefined ? [] : (validators.fields.get(field.name)?.(value, work) ?? []);
    if (isTooComplex(faults)) {
      assessed.isTooComplex = true;
      return;
    }
    if (faults.length > 0) {
      delete assessed.input[field.name];
      assessed.holes.push(field);
      for (const { pointer, detail } of faults)
        assessed.invalid.push({ pointer: pointerTo(field.name) + pointer, detail });
    }
    if (value === undefined && field.required) fillMissing(assessed, field, 'is required');
  }
  if (assessed.missing.length > 0 || assessed.invalid.length > 0) return;
  // Other faults concern the whole input: a field may be required because of another one.
  const faults = validators.input(assessed.input, work);
  if (isTooComplex(faults)) {
    assessed.isTooComplex = true;
    return;
  }
  for (const fault of faults) {
    const absent = fields.find(
      ({ name }) => fault.pointer === pointerTo(name) && !Object.hasOwn(assessed.input, name),
    );
    if (absent) fillMissing(assessed, absent, fault.detail);
    else assessed.invalid.push(fault);
  }
}

function fillMissing(assessed: AssessedInput, field: InputField, detail: string): void {
  assessed.missing.push({ pointer: pointerTo(field.name), detail });
  if (field.example === undefined) assessed.holes.push(field);
  else assessed.input[field.name] = field.example;
}

function pointerTo(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Proxies refuse long headers. */
const mostHeaderFields = 10;
const longestText = 60;
const mostKeptFields = 20;

/** `Farebox-Ignored-Fields`: a list of strings (RFC 9651), each with the field that was probably meant as `nearest`. */
export function ignoredFieldsHeader(ignored: readonly UnknownField[]): Record<string, string> {
  if (ignored.length === 0) return {};
  const shown = ignored.slice(0, mostHeaderFields).map(({ name, nearest }) => {
    return headerString(name) + (nearest === undefined ? '' : `;nearest=${headerString(nearest)}`);
  });
  const more = ignored.length - shown.length;
  return { 'farebox-ignored-fields': shown.join(', ') + (more > 0 ? `;more=${more}` : '') };
}

/** The same for the receipt. */
export function keptIgnoredFields(ignored: readonly UnknownField[]): { name: string; nearest?: string }[] {
  return ignored.slice(0, mostKeptFields).map(({ name, nearest }) => ({
    name: shortened(name),
    ...(nearest !== undefined && { nearest }),
  }));
}

function shortened(text: string): string {
  if (text.length <= longestText) return text;
  const characters = [...text.slice(0, 2 * longestText)].slice(0, longestText - 1);
  return `${characters.join('')}…`;
}

/** A string of a structured field, or where it is not ASCII, a display string. */
function headerString(text: string): string {
  const short = shortened(text);
  if (/^[\x20-\x7e]*$/.test(short)) return `"${short.replace(/["\\]/g, '\\$&')}"`;
  const bytes = [...new TextEncoder().encode(short)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x25
      ? `%${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte),
  );
  return `%"${bytes.join('')}"`;
}

/** No API nests deeper on purpose, and serialising it later must not overflow the stack. */
const deepest = 256;

/** RFC 8259 allows parsers to ignore it. */
const byteOrderMark = /^\uFEFF/;

/** Undefined if the text is not JSON, or is nested too deeply. */
export function jsonOf(text: Buffer | string): JsonValue | undefined {
  try {
    const value = parse(text.toString().replace(byteOrderMark, ''));
    return isDeeper(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** JSON.parse returns nothing but JSON values. */
function parse(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** The member `usage`, where most APIs report their use. */
export function usageOf(response: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(response) ? response['usage'] : undefined;
}
