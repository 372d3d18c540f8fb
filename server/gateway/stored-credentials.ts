import { errorText, log } from '../log.ts';
import { decryptText, type EncryptionPurpose } from '../portal/encrypted-text.ts';
import type { Store } from '../store/store.ts';
import type { StoredValues } from './secrets.ts';

interface CredentialStore {
  credentials: Pick<Store['credentials'], 'inUse'>;
}

/** To whom the text of a credential is bound: another name cannot read it. */
export function purposeOfCredential(name: string): EncryptionPurpose {
  return { purpose: 'upstream credentials', owner: name };
}

/**
 * The credentials that operators have set, decrypted and in memory. The first call after a change waits until they are
 * read again. If that fails, those of before stay in use, and the next call tries again.
 */
export class StoredCredentials implements StoredValues {
  readonly #store: CredentialStore;
  readonly #secrets: readonly Buffer[];
  #known = new Map<string, { encrypted: string; value: string | undefined }>();
  #isStale = true;
  #loading: Promise<void> | undefined;
  #version = 0;

  constructor(store: CredentialStore, secrets: readonly Buffer[]) {
    this.#store = store;
    this.#secrets = secrets;
  }

  get version(): number {
    return this.#version;
  }

  get pending(): Promise<void> | undefined {
    if (!this.#isStale && !this.#loading) return undefined;
    return (this.#loading ??= this.#load());
  }

  read(name: string): string | undefined {
    return this.#known.get(name)?.value;
  }

  /** One of them was set, brought back or revoked, here or by another portal. */
  changed(): void {
    this.#isStale = true;
  }

  async #load(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const stored = await this.#store.credentials.inUse();
        this.#known = new Map(stored.map(({ name, value }) => [name, this.#opened(name, value)]));
        this.#version += 1;
      }
    } catch (error) {
      this.#isStale = true;
      log('error', 'credentials-not-read', { error: errorText(error) });
    } finally {
      this.#loading = undefined;
    }
  }

  /** What was opened before is not opened again. */
  #opened(name: string, encrypted: string) {
    const known = this.#known.get(name);
    if (known?.encrypted === encrypted) return known;
    const value = decryptText(this.#secrets, purposeOfCredential(name), encrypted);
    if (value === undefined) log('error', 'credential-unreadable', { secret: name, hint: unreadableHint });
    return { encrypted, value };
  }
}

const unreadableHint =
  'It was encrypted with a secret that is not in FAREBOX_SECRET. Put that secret into the list again, or set the credential again.';
