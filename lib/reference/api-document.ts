import { z } from 'zod';

/** The subset of JSON Schema in the portal's own document. */
const schemaNode = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaNode).optional();
  },
  get items() {
    return schemaNode.optional();
  },
  get anyOf() {
    return z.array(schemaNode).optional();
  },
  get oneOf() {
    return z.array(schemaNode).optional();
  },
});

const content = z.record(z.string(), z.object({ schema: schemaNode.optional() }));

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z
    .array(
      z.object({
        in: z.string(),
        name: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: schemaNode,
      }),
    )
    .optional(),
  requestBody: z.object({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      headers: z
        .record(z.string(), z.object({ description: z.string().optional(), schema: schemaNode }))
        .optional(),
      content: content.optional(),
    }),
  ),
});

/** The subset of OpenAPI that the reference shows. */
export const apiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schemaNode) }),
});

export type ApiDocument = z.output<typeof apiDocument>;
export type SchemaNode = z.output<typeof schemaNode>;
