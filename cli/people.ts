import { readSettings } from '../server/env.ts';
import { factorsChangedMail } from '../server/people/factor-mails.ts';
import type { Store } from '../server/store/store.ts';
import { emailAddress } from './operators.ts';
import { Refusal } from './refusal.ts';

/** Removes the second factor and the passkeys of a person. */
export async function resetFactors({ writer }: Store, given: string): Promise<void> {
  const { comparisonKey } = emailAddress(given);
  const mail = factorsChangedMail('The second factor was reset by an operator', readSettings().url);
  const result = await writer.run('reset-factors', { emailKey: comparisonKey, now: Date.now(), mail });
  if (result.personId === null) throw new Refusal(`Nobody has the address ${given}.`);
  if (!result.had) throw new Refusal(`${given} has no second factor and no passkeys. Nothing was changed.`);
}
