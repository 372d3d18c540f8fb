import { isJsonObject, type JsonObject } from '../../../lib/json/json.ts';
import type { RequestField } from '../../../lib/operation/request-fields.ts';
import type { PlaygroundDetail } from '../../../lib/product/playground-result.ts';
import type { DescribedOperation } from '../../../lib/reference/described-operation.ts';
import { withoutSampleFiles } from '../../../lib/sample/sample-string.ts';

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
