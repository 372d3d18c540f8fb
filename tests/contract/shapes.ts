import { z } from 'zod';

const tag = z.looseObject({ slug: z.string() });

const list = z.object({
  list: z.array(
    z.looseObject({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      deprecated: z.literal(true).optional(),
      price: z.object({ from: z.number(), to: z.number() }),
      status: z.number(),
      apiTemplateID: z.string(),
      abilities: z.array(tag),
      labels: z.array(tag),
      type: tag,
      provider: tag,
    }),
  ),
  total: z.number(),
  facets: z
    .array(
      z.object({ type: z.number(), tags: z.array(z.looseObject({ slug: z.string(), count: z.number() })) }),
    )
    .optional(),
});

const playground = z.object({
  request: z.array(z.looseObject({ name: z.string(), schema: z.unknown(), affectsPrice: z.boolean() })),
  response: z.unknown(),
});

const estimate = z.looseObject({
  credits: z.number(),
  quote: z.string().optional(),
  missing: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  invalid: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  ignored: z.array(z.string()).optional(),
});

/** Answers as a test reads them; that they are what the document promises is `ask`'s to say. */
export const listOf = (json: unknown) => list.parse(json);
export const playgroundOf = (json: unknown) => playground.parse(json);
export const estimateOf = (json: unknown) => estimate.parse(json);
