import { command } from '../command.ts';

const verifyAudit = command('audit', {
  summary: 'Verify an exported audit log, without the portal',
  description: `Check that no entry of an exported audit log was changed, removed or moved, and the signatures, of which the
portal makes one a day. A file cannot show itself that its ends were cut off: note the number and the hash that this command
prints last, and demand them of the next file. The console shows those of the last entry, too.

The exit code is 1 if a check failed, and 2 if the file is no audit log.`,
  examples: ['verify audit audit.jsonl', 'verify audit audit.jsonl --from NUMBER:HASH --until NUMBER:HASH'],
})
  .argument('<FILE>', 'The exported log')
  .option('--key <PUBLIC_KEY>', 'The key that must have signed it: /api/receipt-key of the portal has it')
  .option('--from <NUMBER:HASH>', 'An entry that it must have or follow, as the end of an earlier file')
  .option('--until <NUMBER:HASH>', 'An entry that it must reach, as the last one in the console')
  .action(async (file, demands) => {
    const { verifyAuditFile } = await import('../verify-audit.ts');
    await verifyAuditFile(file, demands);
  });

export const verify = command('verify', {
  summary: 'Verify the receipt of a call, without the portal',
  description: `Recompute each line of a receipt, the total and the charge, and check the signature. No portal is asked.

The exit code is 1 if a check failed, and 2 if the file is no receipt.`,
  examples: ['verify receipt.json --key PUBLIC_KEY'],
})
  .argument('<RECEIPT>', 'The file with the receipt, or - for standard input')
  .option('--key <PUBLIC_KEY>', 'The key that must have signed it: /api/receipt-key of the portal has it')
  .addHelpText('after', '  curl -s http://localhost:3000/api/calls/CALL_ID | npm run -s farebox -- verify -')
  .action(async (file, { key }) => {
    const { verifyReceiptFile } = await import('../verify-receipt.ts');
    await verifyReceiptFile(file, key);
  })
  .addCommand(verifyAudit);
