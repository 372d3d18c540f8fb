import { decryptText, encryptText } from '../encrypted-text.ts';
import type { StoredPurpose, StoredText } from '../store/encrypted-texts.ts';
import type { Context } from './context.ts';

/** A job takes 20 ms at most in SQLite. */
const mostAtOnce = 100;

const purposes: readonly StoredPurpose[] = ['second factors', 'webhook secrets'];

type Renewing = Pick<Context, 'secret'> & { store: Pick<Context['store'], 'encryptedTexts' | 'writer'> };

interface RenewedTexts {
  renewed: number;
  /** Those of a secret that is not in the list. */
  unreadable: Record<StoredPurpose, number>;
}

/** Encrypts with the first secret what another one has encrypted, so that the other one may leave the list. */
export async function renewTexts(context: Renewing): Promise<RenewedTexts> {
  const done: RenewedTexts = { renewed: 0, unreadable: { 'second factors': 0, 'webhook secrets': 0 } };
  for (const purpose of purposes) {
    let last: StoredText | undefined;
    do {
      const texts = await context.store.encryptedTexts.after(purpose, last?.key ?? 0, mostAtOnce);
      const checked = texts.map((text) => renewedText(context, purpose, text));
      done.unreadable[purpose] += checked.filter((text) => text === 'unreadable').length;
      const changed = checked.filter((text) => typeof text === 'object');
      if (changed.length > 0) {
        const wish = { purpose, texts: changed };
        done.renewed += (await context.store.writer.run('renew-encrypted-texts', wish)).renewed;
      }
      last = texts.at(-1);
    } while (last);
  }
  return done;
}

function renewedText({ secret }: Renewing, purpose: StoredPurpose, { key, owner, encrypted }: StoredText) {
  const of = { purpose, owner };
  if (decryptText([secret.signing], of, encrypted) !== undefined) return 'renewed';
  const text = decryptText(secret.all, of, encrypted);
  if (text === undefined) return 'unreadable';
  return { key, before: encrypted, after: encryptText(secret.signing, of, text) };
}
