import type { Cache } from '../cache.ts';
import type { ClientConnection } from '../http/client-connection.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { Context } from './context.ts';

/** The portal of this process, for its doors. Verbs are given a context instead. */
export interface Portal {
  context: Context;
  /** The client connections of requests on their way through Next, by ticket. */
  connections: Map<string, ClientConnection>;
  /** Whole responses that follow from an address and what is published alone. */
  responses: Cache<string, BufferedResponse>;
}

const slot = Symbol.for('farebox');

interface Place {
  portal?: Portal;
}

/** Looked up once: to look through the names of the process takes long, and a call asks for the portal many times. */
const place = sharedPlace();

export function setPortal(opened: Portal): void {
  place.portal = opened;
}

/** `server/main` opens it before anything is served. */
export function portal(): Portal {
  return place.portal ?? notOpened();
}

/**
 * The server and Next load the modules each for themselves, so that what there is one of in a process stands under a
 * symbol of the process.
 */
function sharedPlace(): Place {
  const known = knownPlace();
  if (known) return known;
  const made: Place = {};
  Reflect.set(globalThis, slot, made);
  return made;
}

/** Guaranteed by `sharedPlace`, the only writer of the slot. */
function knownPlace(): Place | undefined {
  return Reflect.get(globalThis, slot) as Place | undefined;
}

function notOpened(): never {
  throw new Error('The portal is not open: start it with `npm start` or `npm run dev`.');
}
