import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import type { DescribedOperation } from '../../lib/reference/described-operation.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';

/** Guaranteed by JSON: what came as JSON, and has the members of a field, holds nothing but values of JSON. */
export function requestFieldsOf({ request }: Pick<PlaygroundDetail, 'request'>): RequestField[] {
  return request as RequestField[];
}

/** Guaranteed by JSON, as that of the fields is. */
export function operationOf({
  operation,
}: Pick<PlaygroundDetail, 'operation'>): DescribedOperation | undefined {
  return operation as DescribedOperation | undefined;
}

/** Guaranteed by JSON, and by the portal, which makes examples of a template: each is an input. */
export function exampleInputOf({ input }: PlaygroundDetail['examples'][number]): JsonObject {
  return input as JsonObject & JsonValue;
}
