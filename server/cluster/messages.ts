import { z } from 'zod';

/** From the primary to its workers. */
export const toWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('toolbox'), address: z.string() }),
  z.object({ type: z.literal('metrics'), number: z.number(), text: z.string().nullable() }),
]);

export type ToWorker = z.output<typeof toWorker>;

/** From a worker to the primary: asks for the metrics of all workers. */
export const toPrimary = z.object({ type: z.literal('metrics'), number: z.number() });
