import type { JsonValue } from '../json/json.ts';
import type { Operation, Schema } from '../operation/operation.ts';
import { type Defs, reachedDefs } from '../schema/schema-references.ts';

export interface DescribedHeader {
  name: string;
  description: string;
  schema: Schema | null;
}

export interface DescribedResponse {
  /** As in the document: `200`, `4XX` or `default`. */
  status: string;
  description: string;
  headers: DescribedHeader[];
  content: { contentType: string; schema: Schema | null; example: JsonValue | null }[];
}

/** The operation as its document describes it, without its server and its authentication. */
export interface DescribedOperation {
  method: string;
  path: string;
  deprecated: boolean;
  responses: DescribedResponse[];
  /** The targets of references. */
  $defs: Defs;
}

export function describedOperation(operation: Operation): DescribedOperation {
  const { method, path, deprecated = false, responses = {}, $defs = {} } = operation;
  const described = Object.entries(responses)
    .map(([status, response]) => describedResponse(status, response))
    .sort((a, b) => rank(a.status) - rank(b.status));
  const schemas = described.flatMap(({ headers, content }) =>
    [...headers, ...content].flatMap(({ schema }) => (schema === null ? [] : [schema])),
  );
  return {
    method: method.toUpperCase(),
    path,
    deprecated,
    responses: described,
    $defs: reachedDefs(schemas, $defs),
  };
}

type Response = NonNullable<Operation['responses']>[string];

function describedResponse(status: string, { description, headers, content }: Response): DescribedResponse {
  return {
    status,
    description: description ?? '',
    headers: Object.entries(headers ?? {}).map(([name, header]) => ({
      name,
      description: header.description ?? '',
      schema: header.schema ?? null,
    })),
    content: Object.entries(content ?? {}).map(([contentType, { schema, example }]) => ({
      contentType,
      schema: schema ?? null,
      example: example ?? null,
    })),
  };
}

/** Sorts by status: a range such as `4XX` after its members, `default` last. */
function rank(status: string): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  return /^\dXX$/i.test(status) ? Number(status[0]) * 100 + 99.5 : 1_000;
}

/** Whether a status means success. `default` describes errors if there is a success response. */
export function isSuccess({ status }: DescribedResponse, all: readonly DescribedResponse[]): boolean {
  return /^2/.test(status) || (status === 'default' && !all.some((other) => /^2/.test(other.status)));
}
