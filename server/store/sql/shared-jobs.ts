import * as files from './job-files.ts';
import type { Job, PayloadOf, ResultOf } from './job.ts';

type Exported<File> = File extends unknown ? File[keyof File] : never;
type AnyJob = Extract<
  Exported<(typeof files)[keyof typeof files]>,
  { name: string; audit: unknown; steps: unknown }
>;
export type SharedVerb = AnyJob['name'];
/** What each takes and returns, by its name. */
export type SharedVerbs = {
  [One in AnyJob as One['name']]: (payload: PayloadOf<One>) => ResultOf<One>;
};

/** The jobs by their names. */
export const sharedJobs = new Map<string, AnyJob>(
  Object.values(files)
    .flatMap((file) => Object.values<unknown>(file))
    .filter(isJob)
    .map((one) => [one.name, one]),
);

function isJob(value: unknown): value is AnyJob {
  return typeof value === 'object' && value !== null && 'steps' in value && 'audit' in value;
}

export function isSharedVerb(verb: string): verb is SharedVerb {
  return sharedJobs.has(verb);
}

/** The job of a name: its types are those of its file. */
export function sharedJob<Name extends SharedVerb>(
  verb: Name,
): Job<Parameters<SharedVerbs[Name]>[0], ReturnType<SharedVerbs[Name]>> {
  return sharedJobs.get(verb) as Job<Parameters<SharedVerbs[Name]>[0], ReturnType<SharedVerbs[Name]>>;
}
