import type { Settings } from '../env.ts';
import type { Writer } from '../store/writer.ts';
import { newPersonId } from './claim-portal.ts';

/** Makes the operator of the settings, while there is none. Returns whether that was done. */
export async function provisionOperator(
  { operator }: Pick<Settings, 'operator'>,
  writer: Writer,
): Promise<boolean> {
  if (!operator) return false;
  const { email, passwordHash } = operator;
  const { address, comparisonKey } = email;
  const name = address.slice(0, address.indexOf('@'));
  const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name };
  const { personId } = await writer.run('provision-operator', { person, passwordHash, now: Date.now() });
  return personId !== null;
}
