import { unreachable } from './unreachable.ts';

/** A part of the page that comes when it is needed. Where it does not come, the portal is not there to send it. */
export function loaded<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch((cause: unknown) => {
    throw new Error(unreachable, { cause });
  });
}
