import { z } from 'zod';
import { wholeParameter } from '../list-parameters.ts';

const mostPinned = 20;
const pinned = `at most ${mostPinned} slugs of products, with commas between them`;

/** The query of `/mcp`. It is strict: a budget that is misspelt would be none. */
export const mcpQuery = z.strictObject({
  products: z
    .string()
    .transform((text) =>
      [...new Set(text.split(',').map((slug) => slug.trim()))].filter((slug) => slug !== ''),
    )
    .pipe(z.array(z.string().max(200, pinned)).max(mostPinned, pinned))
    .optional()
    .meta({ description: 'Products that are tools of their own, by slug, with commas between them.' }),
  'max-credits': wholeParameter(0, 1e15, 'a whole number of credits')
    .optional()
    .meta({ description: 'The most that a call may cost.', override: { type: 'integer', minimum: 0 } }),
  'sign-in': z
    .enum(['1'], '1')
    .transform(() => true)
    .optional()
    .meta({ description: 'Asks clients without a key for a sign-in.', override: { type: 'string' } }),
  'ask-above': wholeParameter(0, 1e15, 'a whole number of credits')
    .default(100)
    .meta({
      description: 'A call that costs more is agreed with the person of the agent first.',
      override: { type: 'integer', minimum: 0, default: 100 },
    }),
});

export type McpQuery = z.output<typeof mcpQuery>;
