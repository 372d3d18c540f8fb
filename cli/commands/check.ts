import { CheckFailed } from '../check-failed.ts';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const check = command('check', {
  summary: 'Check the ledger and the audit log, also while the portal runs',
  description:
    'Check that the ledger is consistent and that no entry of the audit log was changed or removed, also while the portal runs. Each inconsistency is printed, and the exit code is 1 if there is one.',
  examples: ['check'],
}).action(async () => {
  const { readSettings } = await import('../../server/env.ts');
  const { checkData } = await import('../../server/store/check-data.ts');
  const checked = await checkData(readSettings());
  if ('missing' in checked) throw new Refusal(checked.missing);
  for (const sentence of checked.inconsistencies) print(`${sentence}\n`);
  if (checked.inconsistencies.length > 0) throw new CheckFailed();
  print('The ledger is consistent, and the audit log is whole.\n');
});
