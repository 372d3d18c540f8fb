import type { Sabotage } from '../crash/sabotages.ts';

/** Ways in which the ledger could be wrong where processes meet. */
export const sabotages: Omit<Sabotage, 'engine'>[] = [
  {
    name: 'settling calls that others have resolved',
    module: 'server/store/postgres/ledger/trip.ts',
    replacement: 'tests/chaos/sabotage/settle-again.ts',
    violates: ['answered in other bytes', 'acknowledged call lost', 'wrong balance', 'ledger check'],
  },
];
