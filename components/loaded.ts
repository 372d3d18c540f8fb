import { unreachable } from './problem-error.ts';

/** A script of the page, loaded on demand. If it fails to load, the portal cannot be reached. */
export function loaded<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch((cause: unknown) => {
    throw new Error(unreachable, { cause });
  });
}
