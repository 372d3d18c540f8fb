import { createHash } from 'node:crypto';
import { type BoundRequest, bindInput } from '../../lib/bind/bind.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { fileTextSize } from '../../lib/operation/file-text.ts';
import { evaluatePrice, type PricedCall } from '../../lib/price/evaluate.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type UnknownField, unknownFieldDetail } from '../../lib/validation/unknown-fields.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import { type AssessedInput, assessInput } from './assess-input.ts';
import { ignoredFieldsHeader } from './ignored-fields.ts';
import type { InlineBudget } from './inline-budget.ts';
import { hashInput } from './quote.ts';

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
