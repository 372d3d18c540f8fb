export * from '../../../lib/ledger/earlier-call.ts';

/** Never finds the call that was made under a key before. */
export function findEarlierCall(): undefined {
  return undefined;
}
