import { command, commandGroup } from '../command.ts';
import { withStore } from '../operate.ts';
import { CheckFailed, print, Refusal } from '../print.ts';

const verifyAudit = command('audit', {
  summary: 'Verify an exported audit log, without the portal',
  description: `Check that no entry of an exported audit log was changed, removed or moved, and check the signatures, which the portal
adds once a day. A file alone cannot show that its ends were cut off: note the number and the hash that this command
prints last, and require them of the next file. The console shows those of the last entry, too.

The exit code is 1 if a check failed, and 2 if the file is not an audit log.`,
  examples: ['verify audit audit.jsonl', 'verify audit audit.jsonl --from NUMBER:HASH --until NUMBER:HASH'],
})
  .argument('<FILE>', 'The exported log')
  .option('--key <PUBLIC_KEY>', 'The key that must have signed it: /api/receipt-key of the portal has it')
  .option('--from <NUMBER:HASH>', 'An entry that it must have or follow, as the end of an earlier file')
  .option('--until <NUMBER:HASH>', 'An entry that it must reach, as the last one in the console')
  .action(async (file, demands) => {
    const { verifyAuditFile } = await import('../work/verify-receipt.ts');
    await verifyAuditFile(file, demands);
  });

export const verify = command('verify', {
  summary: 'Verify the receipt of a call, without the portal',
  description: `Recompute each line of a receipt, the total and the charge, and check the signature. The portal is not contacted.

The exit code is 1 if a check failed, and 2 if the file is not a receipt.`,
  examples: ['verify receipt.json --key PUBLIC_KEY'],
})
  .argument('<RECEIPT>', 'The file with the receipt, or - for standard input')
  .option('--key <PUBLIC_KEY>', 'The key that must have signed it: /api/receipt-key of the portal has it')
  .addHelpText('after', '  curl -s http://localhost:3000/api/calls/CALL_ID | npm run -s farebox -- verify -')
  .action(async (file, { key }) => {
    const { verifyReceiptFile } = await import('../work/verify-receipt.ts');
    await verifyReceiptFile(file, key);
  })
  .addCommand(verifyAudit);

export const check = command('check', {
  summary: 'Check the ledger and the audit log, even while the portal runs',
  description:
    'Check that the ledger is consistent and that no entry of the audit log was changed or removed, also while the portal runs. Each inconsistency is printed, and the exit code is 1 if there is one. Upstream credentials that the secret of this command cannot read are named.',
  examples: ['check'],
}).action(async () => {
  const { readSettings } = await import('../../server/env.ts');
  const { checkData } = await import('../../server/store/check-data.ts');
  const { unreadableCredentials } = await import('../work/unreadable-credentials.ts');
  const settings = readSettings();
  const checked = await checkData(settings);
  if ('missing' in checked) throw new Refusal(checked.missing);
  const unreadable = await unreadableCredentials(settings);
  if (unreadable !== undefined) print(`${unreadable}\n`);
  for (const sentence of checked.inconsistencies) print(`${sentence}\n`);
  if (checked.inconsistencies.length > 0) throw new CheckFailed();
  print('The ledger is consistent, and the audit log is whole.\n');
});

const entriesAtOnce = 1_000;

const exportAudit = command('export', {
  summary: 'Print the audit log: who changed what',
  description:
    'Print the audit log to standard output: one JSON object in each line, oldest first. It can be verified without the portal.',
  examples: ['audit export > audit.jsonl', 'verify audit audit.jsonl'],
}).action(() =>
  withStore(async ({ audit }) => {
    for (let last = 0; ; ) {
      const entries = await audit.entriesAfter(last, entriesAtOnce);
      for (const entry of entries) print(`${JSON.stringify(entry)}\n`);
      if (entries.length < entriesAtOnce) return;
      last = entries.at(-1)?.number ?? last;
    }
  }),
);

export const audit = commandGroup('audit', 'Read the audit log', [exportAudit]);
