import type { z } from 'zod';
import { movePayload } from './move-changes.ts';
import { isSharedVerb, sharedJobs } from './sql/shared-jobs.ts';
import type { Author } from './author.ts';
import type { Writer } from './writer.ts';
import type { Payload, Verb } from './writer-verbs.ts';

/** Runs a verb with an unvalidated payload; undefined if the verb accepts no such payload from outside. */
export function runCommand(
  writer: Writer,
  verb: string,
  given: unknown,
  author: Author,
): Promise<unknown> | undefined {
  if (verb !== 'move' && !isSharedVerb(verb)) return undefined;
  const schema: z.ZodType | undefined = verb === 'move' ? movePayload : sharedJobs[verb].payload;
  const parsed = schema?.safeParse(given);
  return parsed?.success ? writer.run(verb, payloadOf<typeof verb>(parsed.data), author) : undefined;
}

/** The schema of the verb has parsed it. */
function payloadOf<Name extends Verb>(parsed: unknown): Payload<Name> {
  return parsed as Payload<Name>;
}
