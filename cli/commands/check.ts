import { CheckFailed } from '../check-failed.ts';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const check = command('check', {
  summary: 'Check the ledger, also while the portal runs',
  description:
    'Check that the ledger is consistent, also while the portal runs. Each inconsistency is printed, and the exit code is 1 if there is one.',
  examples: ['check'],
}).action(async () => {
  const { readSettings } = await import('../../server/env.ts');
  const { hasLedger } = await import('../../server/store/sqlite/ledger/has-ledger.ts');
  const { checkLedger } = await import('../../server/store/sqlite/check/check-ledger.ts');
  const { databaseFile } = readSettings();
  if (!hasLedger(databaseFile))
    throw new Refusal(
      `${databaseFile} has no ledger. Set FAREBOX_DATA to the data folder of a portal that has run.`,
    );
  const inconsistencies = checkLedger(databaseFile);
  for (const sentence of inconsistencies) print(`${sentence}\n`);
  if (inconsistencies.length > 0) throw new CheckFailed();
  print('The ledger is consistent.\n');
});
