import { maskedAddress } from '../../lib/operator/people.ts';
import { mayDo, type Operating } from '../rights.ts';

/** The email address of a person, which is whole only for those who may export people. */
export function addressFor(caller: Operating, address: string): string {
  return mayDo(caller, 'export-people') ? address : maskedAddress(address);
}
