import { isJsonObject, type JsonObject, canonicalJson } from '../../../lib/json/json.ts';
import type { RequestField } from '../../../lib/operation/request-fields.ts';
import type { PlaygroundDetail } from '../../../lib/product/playground-result.ts';
import type { DescribedOperation } from '../../../lib/reference/described-operation.ts';
import { withoutSampleFiles } from '../../../lib/sample/sample-string.ts';
import { storableInput } from '../../../lib/view/playground/storable-input.ts';

/** Guaranteed by JSON: a parsed object with the members of a field contains only JSON values. */
export function requestFieldsOf({ request }: Pick<PlaygroundDetail, 'request'>): RequestField[] {
  return request as RequestField[];
}

/** Guaranteed by JSON, as above. */
export function operationOf({
  operation,
}: Pick<PlaygroundDetail, 'operation'>): DescribedOperation | undefined {
  return operation as DescribedOperation | undefined;
}

/** An example of the portal as the form starts with it: people choose files themselves. */
export function exampleInputOf({ input }: PlaygroundDetail['examples'][number]): JsonObject {
  const started = withoutSampleFiles(input);
  return isJsonObject(started) ? started : {};
}

/** Null for an input with files or secrets. */
export function wholeInput(fields: readonly RequestField[], input: JsonObject): JsonObject | null {
  const storable = storableInput(fields, input);
  return canonicalJson(storable) === canonicalJson(input) ? storable : null;
}

const ids = new WeakMap<JsonObject, string>();

let made = 0;

/** The example that every playground starts with; the server sends its price with the page. */
export const exampleId = 'example';

export function markExample(input: JsonObject): void {
  ids.set(input, exampleId);
}

/** A number for an input. Inputs are immutable. */
export function inputId(input: JsonObject): string {
  const known = ids.get(input);
  if (known !== undefined) return known;
  made += 1;
  ids.set(input, `input ${made}`);
  return `input ${made}`;
}
