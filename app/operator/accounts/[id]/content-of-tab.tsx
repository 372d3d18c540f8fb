import type { ReactNode } from 'react';
import type { z } from 'zod';
import { AccountActivityPart } from '../../../../components/operator/accounts/account-activity.tsx';
import type { AccountTab } from '../../../../components/operator/accounts/account-page.tsx';
import {
  AccountCalls,
  AccountChanges,
  AccountLedger,
} from '../../../../components/operator/accounts/account-tabs.tsx';
import { utcToday } from '../../../../lib/text/times.ts';
import type { Caller } from '../../../../server/callers/caller.ts';
import type { Context } from '../../../../server/context.ts';
import {
  type accountActivityQuery,
  readAccountActivity,
} from '../../../../server/operator/account-activity.ts';
import { listAudit, namesInEntries } from '../../../../server/operator/audit.ts';
import { listCallsOfAll, listEntriesOfAll } from '../../../../server/operator/ledger-lists.ts';
import { mayDo } from '../../../../server/rights.ts';

interface Wish {
  accountId: string;
  tab: AccountTab | undefined;
  reads: Record<'calls' | 'ledger' | 'changes', boolean>;
  asked: z.output<typeof accountActivityQuery> & { before?: number | undefined; pageSize: number };
  given: Record<string, string>;
}

/** What a tab reads that the account does not say. Each reads for itself alone. */
export async function contentOfTab(
  context: Context,
  caller: Caller,
  { accountId, tab, reads, asked, given }: Wish,
): Promise<ReactNode> {
  const { before, pageSize } = asked;
  const page = { before, pageSize, format: undefined };
  if (tab === 'usage')
    return (
      <AccountActivityPart
        accountId={accountId}
        activity={await readAccountActivity(context, accountId, asked)}
        today={utcToday()}
        mayExport={mayDo(caller, 'export-accounts')}
      />
    );
  if (tab === 'calls' && reads.calls)
    return (
      <AccountCalls
        {...{ accountId, given }}
        calls={await listCallsOfAll(context, { account: accountId, ...page }, caller)}
        mayExport={mayDo(caller, 'export-calls')}
      />
    );
  if (tab === 'ledger' && reads.ledger)
    return (
      <AccountLedger
        {...{ accountId, given }}
        entries={await listEntriesOfAll(context, { account: accountId, ...page })}
        mayExport={mayDo(caller, 'export-accounts')}
      />
    );
  if (tab !== 'changes' || !reads.changes) return null;
  const changes = await listAudit(context, { target: accountId, ...page });
  return (
    <AccountChanges
      {...{ accountId, given, changes }}
      names={await namesInEntries(context, changes.list)}
      mayExport={mayDo(caller, 'export-audit')}
    />
  );
}
