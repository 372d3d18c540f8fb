import type { InputField, InputShape } from '../operation/input-shape.ts';
import type { Operation, Parameter, Schema } from '../operation/operation.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { Defs } from '../schema/schema-references.ts';
import type { DescribedBody } from './form-body.ts';
import { percentEncodePath } from './plain-text.ts';

/** The part of a binding that does not depend on the input: where each field goes. */
export interface BindingPlan {
  /** In upper case. */
  method: string;
  /** Literal text and variables. A variable without a field cannot be filled. */
  path: (string | { variable: string; field: ParameterField | undefined })[];
  /** The query in the path of the template. */
  fixedQuery: string;
  query: ParameterField[];
  header: ParameterField[];
  cookie: ParameterField[];
  body: BodyPlan | undefined;
}

export interface ParameterField {
  /** In the input. */
  name: string;
  parameter: Parameter;
  schema: SchemaNode;
}

interface BodyPlan extends DescribedBody {
  /** One field may be the whole body. Otherwise these are its members. */
  fields: InputField[];
  whole: InputField | undefined;
  /** The body is sent even without members. */
  required: boolean;
}

const noDefs: Defs = {};
const plans = new WeakMap<InputShape, BindingPlan>();

/** Built once for each shape, because shapes and operations never change. */
export function bindingPlan(operation: Operation, shape: InputShape): BindingPlan {
  const known = plans.get(shape);
  if (known) return known;
  const plan = makePlan(operation, shape);
  plans.set(shape, plan);
  return plan;
}

function makePlan(operation: Operation, shape: InputShape): BindingPlan {
  const node = (schema: Schema = true) => schemaNode(schema, operation.$defs ?? noDefs);
  const inPlace = (place: InputField['in']) =>
    shape.fields.flatMap(({ in: where, name, parameter }) =>
      where === place && parameter ? [{ name, parameter, schema: node(parameter.schema) }] : [],
    );
  const [template = '', ...fixedQuery] = (operation.path.split('#')[0] ?? '').split('?');
  const variables = inPlace('path');
  const path = template.split(/(\{[^{}]*\})/).map((piece) => {
    if (!/^\{[^{}]*\}$/.test(piece)) return percentEncodePath(piece);
    const variable = piece.slice(1, -1);
    return { variable, field: variables.findLast(({ parameter }) => parameter.name === variable) };
  });
  return {
    method: operation.method.toUpperCase(),
    path,
    fixedQuery: fixedQuery.join('?'),
    query: inPlace('query'),
    header: inPlace('header'),
    cookie: inPlace('cookie'),
    body: bodyPlan(operation, shape, node),
  };
}

function bodyPlan(
  { requestBody }: Operation,
  shape: InputShape,
  node: (schema?: Schema) => SchemaNode,
): BodyPlan | undefined {
  const [mediaType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (shape.body === 'none' || mediaType === undefined || media === undefined) return undefined;
  const fields = shape.fields.filter(({ in: where }) => where === 'body');
  const required = shape.body === 'merged' && requestBody?.required === true;
  const plan = { mediaType, media, schema: node(media.schema), required };
  return shape.body === 'whole'
    ? { ...plan, fields: [], whole: fields[0] }
    : { ...plan, fields, whole: undefined };
}
