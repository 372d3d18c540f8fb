import { z } from 'zod';

/** What the command line sends to a running portal: a verb of the writer, and its payload. */
export const controlRequest = z.strictObject({
  number: z.int().min(1),
  verb: z.string(),
  payload: z.unknown(),
});

export const controlReply = z.union([
  // JSON leaves out a result that is undefined, as that of a job that returns nothing.
  z.strictObject({ number: z.int().min(1), ok: z.literal(true), result: z.unknown().optional() }),
  z.strictObject({
    number: z.int().min(1),
    ok: z.literal(false),
    code: z.enum(['queue-full', 'storage-busy', 'storage-failed', 'writer-stopped', 'job-failed']),
    message: z.string(),
  }),
]);

export type ControlReply = z.infer<typeof controlReply>;
