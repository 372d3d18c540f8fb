import type { ReactNode } from 'react';
import { CallsTab, ChangesTab, LedgerTab } from '../../components/operator/list-tabs.tsx';
import type { Caller } from '../../server/callers/caller.ts';
import type { Context } from '../../server/context.ts';
import { listAudit, namesInEntries } from '../../server/operator/audit.ts';
import { listCallsOfAll, listEntriesOfAll } from '../../server/operator/ledger-lists.ts';
import { mayDo } from '../../server/rights.ts';

/** The lists of all that the tabs of one thing are a part of, and the right that each needs. */
const listRights = {
  calls: 'read-calls',
  ledger: 'read-money',
  changes: 'read-audit',
  acts: 'read-audit',
} as const;

type ListTab = keyof typeof listRights;

interface Wish {
  /** The page of the thing. */
  address: string;
  tab: string | undefined;
  /** The tabs that the thing has, and its filter of each list. */
  filters: {
    calls?: Partial<Record<'account' | 'person' | 'key' | 'product', string>>;
    ledger?: { account: string };
    changes?: { target: string };
    acts?: { actor: string };
  };
  asked: { before?: number | undefined; pageSize: number };
  given: Record<string, string>;
}

/** The lists that the visitor may read. */
export function readableLists(caller: Caller): Record<ListTab, boolean> {
  const may = (tab: ListTab) => mayDo(caller, listRights[tab]);
  return { calls: may('calls'), ledger: may('ledger'), changes: may('changes'), acts: may('acts') };
}

/** The content of a tab that is a list, which reads for itself alone. */
export async function contentOfListTab(
  context: Context,
  caller: Caller,
  { address, tab, filters, asked, given }: Wish,
): Promise<ReactNode> {
  const { calls, ledger, changes, acts } = filters;
  const reads = readableLists(caller);
  const page = { before: asked.before, pageSize: asked.pageSize, format: undefined };
  const of = (filter: Record<string, string>, exportRight: Parameters<typeof mayDo>[1]) => ({
    ...{ address, given, filter: new URLSearchParams(filter).toString() },
    mayExport: mayDo(caller, exportRight),
  });
  if (tab === 'calls' && calls && reads.calls)
    return (
      <CallsTab
        {...of(calls, 'export-calls')}
        calls={await listCallsOfAll(context, { ...calls, ...page }, caller)}
      />
    );
  if (tab === 'ledger' && ledger && reads.ledger)
    return (
      <LedgerTab
        {...of(ledger, 'export-accounts')}
        entries={await listEntriesOfAll(context, { ...ledger, ...page })}
      />
    );
  const [filter, title] = tab === 'acts' ? [acts, 'What they did'] : [changes, 'Changes'];
  if ((tab !== 'acts' && tab !== 'changes') || !filter || !reads[tab]) return null;
  const entries = await listAudit(context, { ...filter, ...page });
  return (
    <ChangesTab
      {...of(filter, 'export-audit')}
      title={title}
      changes={entries}
      names={await namesInEntries(context, entries.list)}
    />
  );
}
