import type { Store } from '../server/store/store.ts';
import { emailAddress } from './email-address.ts';
import { Refusal } from './refusal.ts';

interface FoundPerson {
  id: string;
  email: string;
}

/** Finds a person by their address or their id. */
export async function findPerson({ people }: Pick<Store, 'people'>, text: string): Promise<FoundPerson> {
  const isId = text.startsWith('per_') && !text.includes('@');
  const found = isId
    ? await people.summary(text, new Date())
    : await people.findByEmail(emailAddress(text).comparisonKey);
  if (found) return found;
  const what = isId ? 'id' : 'address';
  throw new Refusal(`Nobody has the ${what} ${text}. "farebox person list" lists all people.`);
}
