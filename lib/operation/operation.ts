import { z } from 'zod';
import { chargesSchema } from '../call/charges.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import { priceSchema } from '../price/price.ts';
import { limitsSchema } from './limits.ts';

/** A JSON Schema 2020-12. Every `$ref` in an operation is `#/$defs/NAME` of that operation. */
export type Schema = boolean | JsonObject;

const jsonValue: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.string(),
    z.array(jsonValue),
    z.record(z.string(), jsonValue),
  ]),
);
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), jsonValue);
const schema: z.ZodType<Schema> = z.union([z.boolean(), jsonObject]);

const server = z.strictObject({
  url: z.string().min(1),
  description: z.string().optional(),
  variables: z
    .record(
      z.string(),
      z.strictObject({
        default: z.string(),
        enum: z.array(z.string()).optional(),
        description: z.string().optional(),
      }),
    )
    .optional(),
});

const mediaType = z.strictObject({
  schema: schema.optional(),
  example: jsonValue.optional(),
  encoding: z
    .record(
      z.string(),
      z.strictObject({
        contentType: z.string().optional(),
        style: z.enum(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']).optional(),
        explode: z.boolean().optional(),
        allowReserved: z.boolean().optional(),
      }),
    )
    .optional(),
});

/** A parameter has either a `schema` (with style and explode) or one `content` entry (a serialised document). */
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  description: z.string().optional(),
  required: z.boolean().optional(),
  deprecated: z.boolean().optional(),
  style: z
    .enum(['matrix', 'label', 'simple', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'])
    .optional(),
  explode: z.boolean().optional(),
  allowReserved: z.boolean().optional(),
  allowEmptyValue: z.boolean().optional(),
  schema: schema.optional(),
  content: z.record(z.string(), mediaType).optional(),
  example: jsonValue.optional(),
});

/** A secret: its name, and the OpenAPI Security Scheme Object that says where it goes. */
const secret = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  scheme: z.looseObject({ type: z.enum(['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS']) }),
});

/** Additions to OpenAPI: order and labels of the form, examples by input name, and named secrets. */
export const operationExtension = z.strictObject({
  order: z.array(z.string()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  examples: z.record(z.string(), jsonValue).optional(),
  secrets: z.array(secret).optional(),
});

/**
 * One self-contained OpenAPI 3.1 operation: an Operation Object with its server, method and path. All references are to
 * its own `$defs`, and it has one request media type.
 */
export const operationSchema = z.strictObject({
  server,
  method: z.enum(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']),
  path: z.string().startsWith('/'),
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  deprecated: z.boolean().optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z
    .strictObject({
      description: z.string().optional(),
      required: z.boolean().optional(),
      content: z.record(z.string(), mediaType),
    })
    .optional(),
  responses: z
    .record(
      z.string(),
      z.strictObject({
        description: z.string().optional(),
        headers: z
          .record(
            z.string(),
            z.strictObject({ description: z.string().optional(), schema: schema.optional() }),
          )
          .optional(),
        content: z.record(z.string(), mediaType).optional(),
      }),
    )
    .optional(),
  $defs: z.record(z.string(), schema).optional(),
  'x-farebox': operationExtension.optional(),
});

export type Operation = z.infer<typeof operationSchema>;
export type Parameter = NonNullable<Operation['parameters']>[number];
export type MediaType = z.infer<typeof mediaType>;

/** A published operation. It includes the price, so a version fixes its price. */
export const templateSchema = operationSchema.extend({
  'x-farebox': operationExtension.extend({
    price: priceSchema,
    charges: chargesSchema.optional(),
    limits: limitsSchema.optional(),
  }),
});

export type Template = z.infer<typeof templateSchema>;

/** The server of an operation, with variables or their defaults. */
export function serverAddress({ server }: Operation, variables: Record<string, string> = {}): string {
  return server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    return variables[name] ?? server.variables?.[name]?.default ?? whole;
  });
}

/** Why the server cannot be called, as a sentence; undefined if it can. */
export function serverProblem(operation: Operation): string | undefined {
  const address = serverAddress(operation);
  const expected =
    'Expected a server with a complete address, such as https://api.example.com, for a product that is online';
  if (!URL.canParse(address) || address.includes('{'))
    return `${expected}; found ${JSON.stringify(address)}.`;
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return `${expected}; found ${JSON.stringify(address)}.`;
  if (username !== '' || password !== '')
    return 'Expected a server address without a user name and a password in it.';
  return undefined;
}
