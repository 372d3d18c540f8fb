import { command, commandGroup } from '../command.ts';
import { withStore } from '../open-data.ts';
import { print } from '../print.ts';

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
