import Link from 'next/link';
import type { Usage } from '../../../lib/account/credit-account.ts';
import type { RefusedCallList, RefusedUsage } from '../../../lib/call/call-list.ts';
import type { AccountDetail } from '../../../lib/operator/accounts.ts';
import { countOf, groupedNumber, signedNumber } from '../../../lib/text/numbers.ts';
import { momentText, momentTextOf, dayText } from '../../../lib/text/times.ts';
import { entryWords } from '../../../lib/view/daily-use.ts';
import { RefusedRows, RefusedTotals } from '../../calls/refused-tables.tsx';
import { SpendingBars } from '../../keys/spending-bar.tsx';
import { CapForm, GrantForm, SeeAsForm, SuspendForm } from './account-forms.tsx';
import { AccountKeys } from './account-keys.tsx';
import { AccountMembers } from './account-members.tsx';
import { AccountUsage } from './account-usage.tsx';
import { CsvLink } from '../csv-link.tsx';
import { Mark, Part } from '../part.tsx';
import { cell, NoRows, Rows } from '../rows.tsx';

interface Props {
  account: AccountDetail;
  usage: Usage;
  refused: { usage: RefusedUsage; calls: RefusedCallList };
  may: Record<
    | 'grant'
    | 'suspend'
    | 'cap'
    | 'invite'
    | 'inviteMore'
    | 'withdraw'
    | 'changeKeys'
    | 'revokeOperatorKeys'
    | 'seeAs'
    | 'exportCalls'
    | 'exportAccounts',
    boolean
  >;
}

/** An account: its credits, members, keys and ledger, and what an operator can do with it. */
export function AccountPage({ account, usage, refused, may }: Props) {
  const {
    id,
    name,
    createdAt,
    suspendedAt,
    balance,
    held,
    available,
    members,
    invitations,
    apiKeys,
    entries,
  } = account;
  const spent = usage.list.reduce((sum, { credits }) => sum + credits, 0);
  const calls = usage.list.reduce((sum, day) => sum + day.calls, 0);
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight break-words">{name}</h1>
      <p className="mt-1 text-sm text-quiet">
        <span className="font-mono break-all">{id}</span> · created {momentText(createdAt)} UTC
      </p>
      {suspendedAt !== null && (
        <p className="mt-2">
          <Mark text="Suspended" tone="bad" /> since {momentText(suspendedAt)} UTC
        </p>
      )}
      <dl className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Fact name="Available" value={groupedNumber(available)} />
        <Fact name="Balance" value={groupedNumber(balance)} />
        <Fact name="Held" value={groupedNumber(held)} />
        <Fact name="Spent in 31 days" value={`${groupedNumber(spent)} in ${countOf(calls, 'call')}`} />
      </dl>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <More href={`/operator/calls?account=${id}`}>Its calls</More>
        <More href={`/operator/entries?account=${id}`}>Its ledger</More>
        <More href={`/operator/keys?account=${id}`}>Its keys</More>
        <More href={`/operator/audit?target=${id}`}>Changes to this account</More>
      </p>
      <Actions account={account} may={may} />
      <Part id="members" title="Members">
        <AccountMembers
          accountId={id}
          members={members}
          invitations={invitations}
          mayInvite={members.length === 0 ? may.invite : may.inviteMore}
          mayWithdraw={may.withdraw}
        />
      </Part>
      <Part id="keys" title="API keys">
        <AccountKeys
          accountId={id}
          keys={apiKeys}
          mayChange={may.changeKeys}
          mayRevokeOperators={may.revokeOperatorKeys}
        />
      </Part>
      <Part id="usage" title="Usage, last 31 days">
        <AccountUsage accountId={id} usage={usage} mayExport={may.exportAccounts} />
      </Part>
      <Part id="refused" title="Refused calls">
        <AccountRefused accountId={id} {...refused} may={may} />
      </Part>
      <Part id="ledger" title={`Ledger (${groupedNumber(entries.total)})`}>
        <Entries list={entries.list} />
      </Part>
    </>
  );
}

/** What an operator can do with the account. */
function Actions({ account: { id, name, suspendedAt, limits }, may }: Omit<Props, 'usage' | 'refused'>) {
  return (
    <div className="mt-4 grid gap-x-10 lg:grid-cols-2">
      {may.grant && (
        <Part id="grant" title="Add or take credits">
          <GrantForm accountId={id} />
        </Part>
      )}
      {may.suspend && (
        <Part id="suspend" title={suspendedAt === null ? 'Suspend' : 'Suspended'}>
          <p className="text-sm text-quiet">
            {suspendedAt === null
              ? 'Its API keys are refused immediately, and its members cannot make calls or add anything. It keeps its credits.'
              : 'Its API keys are refused, and its members cannot make calls or add anything.'}
          </p>
          <SuspendForm account={{ id, name }} isSuspended={suspendedAt !== null} />
        </Part>
      )}
      {(may.cap || limits) && (
        <Part id="limits" title="Spending limits">
          <p className="mb-4 text-sm text-quiet">
            For all its members and API keys together, including running calls.
          </p>
          {limits && <SpendingBars limits={limits} className="max-w-2xl gap-4" />}
          {may.cap && <CapForm accountId={id} limits={limits} />}
        </Part>
      )}
      {may.seeAs && (
        <Part id="see-as" title="View as a member">
          <p className="text-sm text-quiet">
            For half an hour, you see its catalogue, credits, calls, keys, members and webhooks as a read-only
            member.
          </p>
          <SeeAsForm accountId={id} />
        </Part>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="rounded-md border border-line bg-card p-4">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function More({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="py-1 text-accent underline underline-offset-4">
      {children}
    </Link>
  );
}

function Entries({ list }: { list: AccountDetail['entries']['list'] }) {
  if (list.length === 0) return <NoRows>No entries yet.</NoRows>;
  const timeOf = momentTextOf(list, ({ at }) => at);
  const columns = [{ title: 'Entry' }, { title: 'Credits', className: 'w-28 text-right' }];
  return (
    <Rows caption="The newest entries of the ledger" columns={columns}>
      {list.map((entry) => {
        const { id, kind, amount, callId, reason, product } = entry;
        return (
          <tr key={id}>
            <td className={cell}>
              {callId === null ? (
                entryWords[kind]
              ) : (
                <Link href={`/calls/${callId}`} className="underline decoration-line underline-offset-4">
                  {kind !== 'charge' && `${entryWords[kind]}: `}
                  {product?.name ?? entryWords[kind]}
                </Link>
              )}
              {reason !== null && <span className="block text-sm">{reason}</span>}
              <span className="block text-sm text-quiet tabular-nums">{timeOf(entry)} UTC</span>
            </td>
            <td className={`${cell} text-right tabular-nums`}>{signedNumber(amount)}</td>
          </tr>
        );
      })}
    </Rows>
  );
}

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
