import type { Writer } from '../writer.ts';
import type { Payload, Verb } from '../writer-verbs.ts';
import { jobs } from './writer/jobs.ts';

/** Runs a verb with an unvalidated payload; undefined if the verb accepts no such payload from outside. */
export function runCommand(writer: Writer, verb: string, given: unknown): Promise<unknown> | undefined {
  if (!isVerb(verb)) return undefined;
  const parsed = jobs[verb].payload?.safeParse(given);
  return parsed?.success ? writer.run(verb, payloadOf(parsed.data)) : undefined;
}

function isVerb(text: string): text is Verb {
  return Object.hasOwn(jobs, text);
}

/** The schema of the verb has parsed it. */
function payloadOf<Name extends Verb>(parsed: unknown): Payload<Name> {
  return parsed as Payload<Name>;
}
