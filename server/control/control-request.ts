import { z } from 'zod';
import { commandLineAuthor } from '../store/author.ts';

/** A request of the command line to a running portal: a verb of the writer and its payload. */
export const controlRequest = z.strictObject({
  number: z.int().min(1),
  verb: z.string(),
  payload: z.unknown(),
  author: commandLineAuthor.default({ kind: 'command-line', id: null, requestId: null, reason: null }),
});

/** Asks for the settings that decide whether a product can go online: a verb that changes nothing. */
export const settingsVerb = 'publishing-settings';

/** Its result. The list of allowed addresses is written as FAREBOX_EGRESS_ALLOW. */
export const publishingSettingsResult = z.strictObject({
  egressAllow: z.string(),
  secrets: z.array(z.string()),
});

export const controlReply = z.union([
  // JSON omits an undefined result.
  z.strictObject({ number: z.int().min(1), ok: z.literal(true), result: z.unknown().optional() }),
  z.strictObject({
    number: z.int().min(1),
    ok: z.literal(false),
    code: z.enum([
      ...['queue-full', 'storage-busy', 'storage-failed', 'writer-stopped', 'storage-lost'],
      ...['moving', 'moved', 'author-refused', 'job-failed'],
    ] as const),
    message: z.string(),
  }),
]);

export type ControlReply = z.infer<typeof controlReply>;
