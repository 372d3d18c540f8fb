import type { Session } from '../../lib/account/session.ts';
import { isJsonObject, jsonOrUndefined } from '../../lib/json/json.ts';
import { asideKey, inputsKey, returnInputs } from '../playground/input/remembered-inputs.ts';
import { withStorage } from '../browser.ts';

const key = 'farebox.owner';
const kinds = ['localStorage', 'sessionStorage'] as const;

/** Undefined for a guest. */
export function ownerOf({ person, key: apiKey, account }: Session): string | undefined {
  return person?.id ?? apiKey?.id ?? account?.id;
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
        if (inputs !== null) storage.setItem(asideKey, JSON.stringify({ owner, inputs }));
      }
      if (next === undefined) return;
      storage.setItem(key, next);
      const aside = jsonOrUndefined(storage.getItem(asideKey));
      storage.removeItem(asideKey);
      if (isJsonObject(aside) && aside['owner'] === next) returnInputs(aside['inputs']);
    });
}

/** Whether what this browser stores is for them. Another tab may have changed the caller. */
export function isStoredFor(owner: string | undefined): boolean {
  return (withStorage('localStorage', (storage) => storage.getItem(key)) ?? undefined) === owner;
}

/** Deletes inputs, recent products and pending calls. Preferences of the device have a dash in their names. */
export function forgetStored(): void {
  for (const kind of kinds) withStorage(kind, forgetIn);
}

function forgetIn(storage: Storage): void {
  for (const name of Object.keys(storage)) if (name.startsWith('farebox.')) storage.removeItem(name);
}
