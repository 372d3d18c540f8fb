import { z } from 'zod';
import { priceSchema } from './price/price.ts';

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

export const playgroundResultSchema = z
  .object({
    request: z.array(requestField).meta({ description: 'The fields of the input, in the order of a form.' }),
    response: z
      .object({
        contentType: z.string().nullable(),
        schema: jsonSchema.nullable(),
        example: z.unknown().meta({ description: 'Any JSON value; null where there is none.' }),
        streams: z.boolean(),
      })
      .meta({ description: 'What a successful call answers.' }),
    price: z
      .object({
        from: z.int().meta({ description: 'The least that a call can cost.' }),
        to: z.int().meta({ description: 'The most that a call can cost.' }),
        lines: z.array(
          z.object({
            label: z.string(),
            text: z.string().meta({ description: 'The line in words.' }),
            formula: z.string().optional().meta({ description: 'What is counted, or chosen by, in CEL.' }),
            settledBy: z.string().optional().meta({ description: 'What is counted once the call is made.' }),
            when: z.string().optional().meta({ description: 'The condition under which the line counts.' }),
          }),
        ),
        total: z.string().meta({ description: 'What happens to the sum of the lines.' }),
        written: priceSchema.meta({ description: 'The price as the operator wrote it.' }),
      })
      .optional()
      .meta({ description: 'With `detail=full`, as all that follows.' }),
    charges: z.array(z.object({ outcome: z.string(), charged: z.string(), text: z.string() })).optional(),
    limits: z.record(z.string(), z.int()).optional(),
    examples: z.array(z.object({ title: z.string(), input: anyJson })).optional(),
  })
  .meta({ id: 'Playground' });

/** With `detail=full`, as the pages of this portal ask for it. */
export const playgroundDetailSchema = playgroundResultSchema.required({
  price: true,
  charges: true,
  limits: true,
  examples: true,
});

export type PlaygroundDetail = z.output<typeof playgroundDetailSchema>;
