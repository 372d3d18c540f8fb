/** What an API key may do besides reading. */
interface AccessRights {
  /** In forms. */
  words: string;
  /** In the documentation of the API. */
  meaning: string;
  /** Beside the name of the key. */
  mark?: string;
  calls: boolean;
  changes: boolean;
  /** Why it is refused something, after the name of the key. */
  refusal?: string;
}

/** The accesses of keys: forms, marks, documentation and refusals follow from this. Pages ask, so it needs no schema. */
export const keyAccesses = {
  call: { words: 'Make calls', meaning: 'makes calls', calls: true, changes: true },
  read: {
    words: 'Read only: no calls and no changes',
    meaning: 'changes nothing and spends nothing',
    mark: 'Read only',
    calls: false,
    changes: false,
    refusal: 'may only read: it makes no calls and changes nothing',
  },
} satisfies Record<string, AccessRights>;

export type KeyAccess = keyof typeof keyAccesses;

/** What a key has that was created without a choice. */
export const usualAccess: KeyAccess = 'call';

export function isKeyAccess(text: string): text is KeyAccess {
  return Object.hasOwn(keyAccesses, text);
}

/** What is not known allows nothing. */
export function mayKey(access: string, right: 'calls' | 'changes'): boolean {
  return isKeyAccess(access) && keyAccesses[access][right];
}

export function accessRights(access: KeyAccess): AccessRights {
  return keyAccesses[access];
}

export const accessChoices = Object.entries(keyAccesses).map(
  ([access, { words }]) => [access, words] as const,
);
