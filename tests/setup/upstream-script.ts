import { z } from 'zod';

/** What a call tells the upstream of the tests to do. */
const script = z.strictObject({
  /** By which the tests ask for it later. */
  name: z.string().optional(),
  status: z.int().optional(),
  type: z.string().optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  /** Each is written by itself, all of them so many times. */
  chunks: z.array(z.string()).optional(),
  times: z.int().optional(),
  /** Before and after all of them. */
  head: z.string().optional(),
  tail: z.string().optional(),
  encoding: z.enum(['utf8', 'base64']).optional(),
  /** Answers with the request itself. */
  echo: z.boolean().optional(),
  /** Answers with so many zeros, compressed. */
  bombBytes: z.int().optional(),
  /** Waits for its release before the answer, or before the end of it. */
  gate: z.string().optional(),
  endGate: z.string().optional(),
  ending: z.enum(['complete', 'reset', 'cut', 'stall']).optional(),
});

export type Script = z.output<typeof script>;

/** The member `script` of a body; one that has none asks for a plain answer. */
export function scriptOf(body: string): Script {
  if (!body.startsWith('{')) return {};
  return z.object({ script: script.default({}) }).parse(JSON.parse(body)).script;
}
