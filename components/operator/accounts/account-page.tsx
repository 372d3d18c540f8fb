import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Usage } from '../../../lib/account/credit-account.ts';
import type { RefusedCallList, RefusedUsage } from '../../../lib/call/call-list.ts';
import type { AccountDetail } from '../../../lib/operator/accounts.ts';
import { groupedNumber, signedNumber } from '../../../lib/text/numbers.ts';
import { dayText, momentText } from '../../../lib/text/times.ts';
import { entryWords } from '../../../lib/view/daily-use.ts';
import { RefusedRows, RefusedTotals } from '../../calls/refused-tables.tsx';
import { CopyButton } from '../../shell/copy-button.tsx';
import { AccountActions, AccountDanger, type AccountRights } from './account-actions.tsx';
import { AccountFacts } from './account-facts.tsx';
import { AccountKeys, NewKeyButton } from './account-keys.tsx';
import { AccountMembers, InviteButton } from './account-members.tsx';
import { AccountUsage } from './account-usage.tsx';
import { CsvLink } from '../parts/csv-link.tsx';
import { PageHead, Pill, Tabs } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { cell, figure, NoRows, Rows } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

export const accountTabs = ['usage', 'calls', 'ledger', 'members', 'keys', 'refused', 'changes'] as const;

export type AccountTab = (typeof accountTabs)[number];

interface Props {
  account: AccountDetail;
  /** None: the overview. */
  tab: AccountTab | undefined;
  usage: Usage;
  refused: { usage: RefusedUsage; calls: RefusedCallList };
  may: AccountRights;
  /** The part of the products that it is chosen for. */
  products: ReactNode;
  /** Whether the visitor may read its calls, its ledger and what was changed. */
  reads: Record<'calls' | 'ledger' | 'changes', boolean>;
  /** What stands below a tab that has more than the account says. */
  children?: ReactNode;
}

/** An account: what is so, then its parts, and last what stops it. */
export function AccountPage({ account, tab, usage, refused, may, reads, products, children }: Props) {
  const { id, members, apiKeys } = account;
  const address = `/operator/accounts/${id}`;
  const tabOf = (name: string, of: AccountTab, count?: number) => ({
    ...{ href: `${address}?tab=${of}`, name },
    ...(count !== undefined && { count: groupedNumber(count) }),
  });
  const tabs = [
    { href: address, name: 'Overview' },
    tabOf('Usage', 'usage'),
    ...(reads.calls ? [tabOf('Calls', 'calls')] : []),
    ...(reads.ledger ? [tabOf('Ledger', 'ledger')] : []),
    tabOf('Members', 'members', members.length),
    tabOf('Keys', 'keys', activeOf(apiKeys).length),
    tabOf('Refused calls', 'refused', refused.calls.total),
    ...(reads.changes ? [tabOf('Changes', 'changes')] : []),
  ];
  return (
    <>
      <Head account={account} may={may} />
      <AccountFacts account={account} usage={usage} />
      <Tabs label="Parts of the account" tabs={tabs} current={tab ? `${address}?tab=${tab}` : address} />
      {tab === undefined && <OverviewTab account={account} usage={usage} may={may} products={products} />}
      {children}
      {tab === 'members' && <Members account={account} may={may} />}
      {tab === 'keys' && <Keys account={account} may={may} />}
      {tab === 'refused' && (
        <Part id="refused" title="Refused calls">
          <AccountRefused accountId={id} {...refused} may={may} />
        </Part>
      )}
    </>
  );
}

type PartProps = Pick<Props, 'account' | 'may'>;

function Head({ account, may }: PartProps) {
  const { id, name, createdAt, members } = account;
  const owners = members.filter(({ role }) => role === 'owner').map(({ person }) => person.name);
  return (
    <PageHead
      title={name}
      crumb={{ href: '/operator/accounts', name: 'Accounts' }}
      avatar="account"
      pills={<AccountState account={account} />}
      sub={
        <>
          <span className="font-mono text-xs break-all">{id}</span>
          <CopyButton text={id} label="Copy" className="rounded-sm px-1 text-xs hover:text-ink" />
          <span>· since {dayText(createdAt)}</span>
          {owners.length > 0 && (
            <span>
              · {owners.length === 1 ? 'owner' : 'owners'} {owners.slice(0, mostOwners).join(', ')}
            </span>
          )}
        </>
      }
    >
      <AccountActions account={account} may={may} />
    </PageHead>
  );
}

function AccountState({ account: { suspendedAt, closedAt } }: Pick<Props, 'account'>) {
  if (closedAt !== null) return <Pill tone="quiet">Closed since {momentText(closedAt)} UTC</Pill>;
  if (suspendedAt !== null) return <Pill tone="bad">Suspended since {momentText(suspendedAt)} UTC</Pill>;
  return <Pill tone="good">Active</Pill>;
}

function OverviewTab({ account, usage, may, products }: PartProps & Pick<Props, 'usage' | 'products'>) {
  const { id, members, apiKeys, entries } = account;
  return (
    <>
      <AccountUsage accountId={id} usage={usage} mayExport={may.exportAccounts} />
      <div className="grid gap-x-8 @4xl:grid-cols-2">
        <Members account={{ ...account, members: members.slice(0, mostLines) }} may={may} />
        <Keys account={{ ...account, apiKeys: activeOf(apiKeys).slice(0, mostLines) }} may={may} />
      </div>
      <Part
        id="ledger"
        title="Ledger"
        note={`${groupedNumber(entries.total)} ${entries.total === 1 ? 'entry' : 'entries'}`}
        action={<More href={`/operator/accounts/${id}?tab=ledger`}>All entries</More>}
      >
        <Entries list={entries.list.slice(0, mostEntries)} />
      </Part>
      {products}
      {(may.close || (may.suspend && account.suspendedAt === null)) && (
        <AccountDanger account={account} may={may} />
      )}
    </>
  );
}

function Members({ account: { id, members, invitations, closedAt }, may }: PartProps) {
  const isFirst = members.length === 0;
  return (
    <Part
      id="members"
      title="Members"
      action={
        (isFirst ? may.invite : may.inviteMore) && (
          <InviteButton accountId={id} role={isFirst ? 'owner' : 'member'} />
        )
      }
    >
      <Lines>
        {closedAt === null ? (
          <AccountMembers
            accountId={id}
            members={members}
            invitations={invitations}
            mayWithdraw={may.withdraw}
          />
        ) : (
          <p className="border-b border-rule py-3 text-dense text-quiet">
            The account has no members since it was closed.
          </p>
        )}
      </Lines>
    </Part>
  );
}

function Keys({ account: { id, apiKeys }, may }: PartProps) {
  return (
    <Part id="keys" title="API keys" action={may.changeKeys && <NewKeyButton accountId={id} />}>
      <Lines>
        <AccountKeys
          accountId={id}
          keys={apiKeys}
          mayChange={may.changeKeys}
          mayRevokeOperators={may.revokeOperatorKeys}
        />
      </Lines>
    </Part>
  );
}

const mostOwners = 3;
const mostLines = 6;
const mostEntries = 10;

function activeOf(keys: AccountDetail['apiKeys']): AccountDetail['apiKeys'] {
  return keys.filter(({ revokedAt }) => revokedAt === null);
}

function Lines({ children }: { children: ReactNode }) {
  return <div className="mt-1 border-t border-line">{children}</div>;
}

function More({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} prefetch={false} className="py-1 text-accent underline underline-offset-4">
      {children}
    </Link>
  );
}

function Entries({ list }: { list: AccountDetail['entries']['list'] }) {
  if (list.length === 0) return <NoRows>No entries yet.</NoRows>;
  return (
    <Rows caption="The newest entries of the ledger" columns={entryColumns}>
      {list.map((entry) => {
        const { id, kind, amount, callId, reason, product, at } = entry;
        return (
          <tr key={id}>
            <td className={`${cell} text-quiet`}>
              <When at={at} hasTime />
            </td>
            <td className={cell}>
              <span className="font-medium">
                {callId === null ? (
                  entryWords[kind]
                ) : (
                  <Link
                    href={`/calls/${callId}`}
                    prefetch={false}
                    className="underline-offset-4 hover:underline"
                  >
                    {kind !== 'charge' && `${entryWords[kind]}: `}
                    {product?.name ?? entryWords[kind]}
                  </Link>
                )}
              </span>{' '}
              {reason !== null && <span className="text-quiet">“{reason}”</span>}
            </td>
            <td className={`${cell} ${figure} font-medium ${amount > 0 ? 'text-good' : ''}`}>
              {signedNumber(amount)}
            </td>
          </tr>
        );
      })}
    </Rows>
  );
}

const entryColumns = [
  { title: 'Time', className: 'w-28' },
  { title: 'Entry' },
  { title: 'Credits', className: 'w-24', isFigure: true },
];

interface AccountRefusedProps {
  accountId: string;
  usage: RefusedUsage;
  calls: RefusedCallList;
  /** The right to save the list, and the right to save the sums. */
  may: Record<'exportCalls' | 'exportAccounts', boolean>;
}

/** Which calls of an account were refused, and why. */
function AccountRefused({ accountId, usage, calls: { list, total }, may }: AccountRefusedProps) {
  const address = `/api/operator/accounts/${accountId}`;
  if (total === 0 && usage.list.length === 0) return <NoRows>No calls were refused.</NoRows>;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-quiet">
          {dayText(usage.from)} to {dayText(usage.to)}, days in UTC
        </p>
        {may.exportAccounts && (
          <CsvLink address={`${address}/usage/refused?format=csv`} fileName="farebox-refused-reasons.csv" />
        )}
      </div>
      <RefusedTotals usage={usage} />
      {total > 0 && (
        <>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-semibold">
              The newest {groupedNumber(list.length)} of {groupedNumber(total)}
            </h3>
            {may.exportCalls && (
              <CsvLink
                address={`${address}/calls/refused?pageSize=1000&format=csv`}
                fileName="farebox-refused-calls.csv"
              />
            )}
          </div>
          <RefusedRows calls={list} />
        </>
      )}
    </>
  );
}
