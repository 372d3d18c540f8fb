import type { BoundRequest } from '../../lib/bind/bind.ts';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import { chargeFor, type ChargeResult, type PricedCall, type PricedLine } from '../../lib/price/evaluate.ts';
import type { Problem } from '../../lib/problem/problem.ts';
import { keptUsage } from '../../lib/receipt/receipt.ts';
import type { UnknownField } from '../../lib/validation/unknown-fields.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import { estimateText } from './estimate-input.ts';
import { type GivenInput, readJsonObject } from './read-json-object.ts';
import { type PreparedInput, prepareInput, validInputHash, jsonOf, usageOf } from './prepare-input.ts';

export type InputTask =
  | { kind: 'estimate'; detailed: boolean; secret: Uint8Array }
  | { kind: 'prepare'; variables: Record<string, string>; isStrict: boolean }
  | { kind: 'hash' }
  | ({ kind: 'settle' } & SettledInput);

/** The facts of a metered call before its response. */
export interface SettledInput {
  input: JsonObject;
  quoted: number;
  priced: PricedCall;
}

export interface InputResults {
  estimate: { json: Uint8Array; ignored: UnknownField[] };
  prepare: PreparedInput;
  hash: string | undefined;
  settle: { settled: ChargeResult; usage: JsonValue | undefined };
}

/** Carries out a task, as the main thread does for small inputs. The result can be transferred. */
export function doInputTask(
  task: InputTask,
  version: CompiledVersion,
  { bytes, contentType, contentEncoding }: Pick<GivenInput, 'bytes' | 'contentType' | 'contentEncoding'>,
): InputResults[InputTask['kind']] {
  if (task.kind === 'settle') return settleReply(version, task, bytes);
  const given = readJsonObject({ contentType, contentEncoding }, bytes) ?? {};
  if (task.kind === 'hash') return validInputHash(version, given);
  if (task.kind === 'estimate') {
    const { json, ignored } = estimateText(version, given, task);
    return { json: new TextEncoder().encode(json), ignored };
  }
  const prepared = prepareInput(version, given, task.variables, undefined, task.isStrict);
  return {
    ...prepared,
    input: settlingInput(version, prepared.input),
    priced: plainPriced(prepared.priced),
    request: bytesOf(prepared.request),
  };
}

function settleReply(
  { price }: CompiledVersion,
  { input, quoted, priced }: SettledInput,
  bytes: Buffer,
): InputResults['settle'] {
  const response = jsonOf(bytes);
  const usage = usageOf(response);
  const settled = chargeFor(price, { quoted, priced }, { input, response, usage });
  return {
    settled: settled.ok ? { ...settled, evaluation: plainPriced(settled.evaluation) } : settled,
    usage: keptUsage(usage),
  };
}

export function transferables(result: InputResults[InputTask['kind']]): ArrayBuffer[] {
  const bytes = isPrepared(result) ? result.request.body : isEstimate(result) ? result.json : undefined;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

function isEstimate(result: InputResults[InputTask['kind']]): result is InputResults['estimate'] {
  return typeof result === 'object' && 'json' in result;
}

function isPrepared(result: InputResults[InputTask['kind']]): result is PreparedInput {
  return typeof result === 'object' && 'request' in result;
}

/** The only fields that the settled price needs. */
function settlingInput({ isSettling }: CompiledVersion, input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => isSettling(name)));
}

/** Lines compute their texts lazily, which a transferred copy could not. */
export function plainPriced(priced: PricedCall): PricedCall {
  return { ...priced, lines: priced.lines.map((line): PricedLine => ({ ...line, text: line.text })) };
}

/** In a buffer of its own, so that it can be transferred. */
function bytesOf({ body, ...request }: BoundRequest): BoundRequest {
  if (body === undefined) return request;
  if (typeof body === 'string') return { ...request, body: new TextEncoder().encode(body) };
  return { ...request, body: body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body) };
}

/** A message to the thread: an input, its version and the task. */
export interface InputOrder {
  task: InputTask;
  version: Pick<CompiledVersion, 'document' | 'hash' | 'templateKey'>;
  input: Pick<GivenInput, 'contentType' | 'contentEncoding'> & { bytes: SharedArrayBuffer };
}

/** A message from the thread: once that it is ready, then one for each task. */
export type InputReport =
  | 'ready'
  | { result: InputResults[InputTask['kind']] }
  | { problem: Pick<Problem, 'code' | 'detail' | 'errors' | 'headers' | 'members'> }
  | { failure: string };
