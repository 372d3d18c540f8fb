import { z } from 'zod';
import { priceSchema } from '../price/price.ts';

const anyJson = z.unknown().meta({ description: 'Any JSON value.' });
const jsonSchema = z
  .union([z.record(z.string(), z.unknown()), z.boolean()])
  .meta({ description: 'A JSON Schema 2020-12, self-contained.' });

const requestField = z
  .object({
    name: z.string(),
    in: z.enum(['path', 'query', 'header', 'cookie', 'body']),
    label: z.string(),
    description: z.string(),
    type: z.string(),
    required: z.boolean(),
    bodyOptional: z.literal(true).optional().meta({
      description:
        'The request needs this field once it has a body. The body may be left out: then none of its fields is given.',
    }),
    default: anyJson.optional(),
    example: anyJson.optional(),
    enum: z.array(anyJson).optional(),
    schema: jsonSchema,
    affectsPrice: z.boolean(),
  })
  .meta({ id: 'RequestField', description: 'One field of the input of a call.' });

export const explainedLine = z.object({
  label: z.string(),
  text: z.string().meta({ description: 'The line in words.' }),
  formula: z
    .string()
    .optional()
    .meta({ description: 'The CEL expression that is counted, or that chooses the price.' }),
  settledBy: z
    .string()
    .optional()
    .meta({ description: 'The CEL expression that is counted after the call.' }),
  when: z.string().optional().meta({ description: 'The condition of the line.' }),
});

export const priceTotal = z.string().meta({ description: 'How the sum of the lines becomes the price.' });

export const playgroundResultSchema = z
  .object({
    request: z.array(requestField).meta({ description: 'The input fields, in form order.' }),
    response: z
      .object({
        contentType: z.string().nullable(),
        schema: jsonSchema.nullable(),
        example: z.unknown().meta({ description: 'Any JSON value; null where there is none.' }),
        streams: z.boolean(),
      })
      .meta({ description: 'The response of a successful call.' }),
    price: z
      .object({
        from: z.int().meta({ description: 'The lowest possible price of a call.' }),
        to: z.int().meta({ description: 'The highest possible price of a call.' }),
        lines: z.array(explainedLine),
        total: priceTotal,
        written: priceSchema.meta({ description: 'The price definition of the operator.' }),
      })
      .optional()
      .meta({ description: 'Only with `detail=full`, like everything below.' }),
    charges: z.array(z.object({ outcome: z.string(), charged: z.string(), text: z.string() })).optional(),
    limits: z.record(z.string(), z.int()).optional(),
    examples: z.array(z.object({ title: z.string(), input: anyJson })).optional(),
    operation: z
      .object({
        method: z.string(),
        path: z.string().meta({ description: 'The path template, without the server.' }),
        deprecated: z.boolean(),
        responses: z.array(
          z.object({
            status: z.string().meta({ description: 'A status code, a range such as `4XX`, or `default`.' }),
            description: z.string(),
            headers: z.array(
              z.object({ name: z.string(), description: z.string(), schema: jsonSchema.nullable() }),
            ),
            content: z.array(
              z.object({ contentType: z.string(), schema: jsonSchema.nullable(), example: anyJson }),
            ),
          }),
        ),
        $defs: z
          .record(z.string(), jsonSchema)
          .meta({ description: 'The definitions that the schemas of the responses refer to.' }),
      })
      .optional()
      .meta({ description: 'The operation as the document of the API describes it.' }),
  })
  .meta({ id: 'Playground' });

/** The playground with `detail=full`, for the portal's own pages. */
export const playgroundDetailSchema = playgroundResultSchema.required({
  price: true,
  charges: true,
  limits: true,
  examples: true,
});

export type PlaygroundDetail = z.output<typeof playgroundDetailSchema>;
