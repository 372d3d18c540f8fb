import type { Session } from '../../lib/account/session.ts';
import { isJsonObject, type JsonObject, jsonOrUndefined } from '../../lib/json/json.ts';
import {
  asideKey,
  changedInputs,
  inputsKey,
  rememberInput,
  returnInputs,
} from '../playground/input/remembered-inputs.ts';
import { withStorage } from '../browser.ts';

const key = 'farebox.owner';
const kinds = ['localStorage', 'sessionStorage'] as const;

/** Undefined for a guest. */
/** An operator who sees an account is still the same person. */
export function ownerOf({ person, key: apiKey, seeing, account }: Session): string | undefined {
  return person?.id ?? apiKey?.id ?? seeing?.by ?? account?.id;
}

/**
 * Deletes what this browser stored for another person. The inputs of a person whose session ended elsewhere come back
 * when they sign in again. What a guest typed may belong to the person who signs in.
 */
export function claimStored(session: Session): void {
  const next = ownerOf(session);
  for (const kind of kinds)
    withStorage(kind, (storage) => {
      const owner = storage.getItem(key) ?? undefined;
      if (owner === next) return;
      if (owner !== undefined) {
        const inputs = storage.getItem(inputsKey);
        forgetIn(storage);
        // Also where there are none: the page keeps its input, and may store it later.
        if (kind === 'localStorage') storage.setItem(asideKey, JSON.stringify({ owner, inputs }));
      }
      if (next === undefined) return;
      storage.setItem(key, next);
      const aside = asideOf(storage, next);
      storage.removeItem(asideKey);
      if (aside) returnInputs(aside['inputs']);
    });
}

/** Whether what this browser stores is for them. Another tab may have changed the caller. */
function isStoredFor(owner: string | undefined): boolean {
  return (withStorage('localStorage', (storage) => storage.getItem(key)) ?? undefined) === owner;
}

/** Stores the input of a page for who typed it, even if their session has ended elsewhere. Undefined deletes it. */
export function rememberFor(owner: string | undefined, slug: string, input: JsonObject | undefined): void {
  if (isStoredFor(owner)) return rememberInput(slug, input);
  withStorage('localStorage', (storage) => {
    const aside = asideOf(storage, owner);
    if (!aside) return;
    const inputs = changedInputs(aside['inputs'], slug, input);
    storage.setItem(asideKey, JSON.stringify({ owner, inputs }));
  });
}

/** The inputs that wait for their owner to sign in again. */
function asideOf(storage: Storage, owner: string | undefined): JsonObject | undefined {
  const aside = jsonOrUndefined(storage.getItem(asideKey));
  return owner !== undefined && isJsonObject(aside) && aside['owner'] === owner ? aside : undefined;
}

/**
 * Deletes inputs, recent products and pending calls. Drafts are named after their owner, whom they wait for. They and
 * preferences of the device have a dash in their names.
 */
export function forgetStored(): void {
  for (const kind of kinds) withStorage(kind, forgetIn);
}

export const draftsKey = 'farebox-draft.';

function forgetIn(storage: Storage): void {
  for (const name of Object.keys(storage)) if (name.startsWith('farebox.')) storage.removeItem(name);
}
