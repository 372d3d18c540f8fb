import type { JsonValue } from '../json/json.ts';
import type { Operation, Schema } from '../operation/operation.ts';
import { type Defs, reachedDefs } from '../schema/schema-references.ts';
import { countOf, groupedNumber } from '../text/numbers.ts';
import type { SchemaNode } from './api-document.ts';

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

/** A part of a type; a named schema is a link. */
interface TypePart {
  text: string;
  shape?: string;
}

const shapeFolder = '#/components/schemas/';
/** Longer choices are cut. */
const choicesShown = 24;

/** The type of a schema, in JSON's terms. */
export function schemaType(schema: SchemaNode): TypePart[] {
  if (schema.$ref !== undefined) {
    const shape = schema.$ref.slice(shapeFolder.length);
    return [{ text: shape, shape }];
  }
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }];
  if (schema.enum) return [{ text: choices(schema.enum) }];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return joined(branches.map(schemaType));
  const types = [schema.type ?? 'any JSON value'].flat();
  return joined(types.map((type) => typeParts(type, schema)));
}

/** The constraints and the default. */
export function schemaLimits(schema: SchemaNode): string[] {
  const { minimum, maximum, maxLength, maxItems, default: byDefault } = schema;
  const isRange = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const isCapped = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    ...(isRange && isCapped ? [`${groupedNumber(minimum)} to ${groupedNumber(maximum)}`] : []),
    ...(isRange && !isCapped ? [`at least ${groupedNumber(minimum)}`] : []),
    ...(isCapped && !isRange ? [`at most ${groupedNumber(maximum)}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${countOf(maxLength, 'character')}`]),
    ...(maxItems === undefined ? [] : [`at most ${countOf(maxItems, 'item')}`]),
    ...(byDefault === undefined || (Array.isArray(byDefault) && byDefault.length === 0)
      ? []
      : [`default ${JSON.stringify(byDefault)}`]),
  ];
}

/** The schema whose fields are listed below a field: its own, or that of the list's items. */
export function innerObject(schema: SchemaNode): SchemaNode | undefined {
  if (schema.properties) return schema;
  if (schema.items) return innerObject(schema.items);
  const inner = (schema.anyOf ?? schema.oneOf ?? []).filter((branch) => branch.type !== 'null');
  return inner.length === 1 && inner[0] ? innerObject(inner[0]) : undefined;
}

function typeParts(type: string, { items, format }: SchemaNode): TypePart[] {
  if (type === 'array' && items) return [{ text: 'list of ' }, ...schemaType(items)];
  return [{ text: format === undefined ? type : `${type} (${format})` }];
}

function joined(branches: TypePart[][]): TypePart[] {
  const texts = branches.map((parts) => JSON.stringify(parts));
  const distinct = branches.filter((_parts, index) => texts.indexOf(texts[index] ?? '') === index);
  return distinct.flatMap((parts, index) => (index === 0 ? parts : [{ text: ' or ' }, ...parts]));
}

function choices(values: unknown[]): string {
  const shown = values.slice(0, choicesShown).map((value) => JSON.stringify(value));
  return values.length > choicesShown ? `${shown.join(' | ')} | …` : shown.join(' | ');
}
