import { countOf } from '../../lib/text/count-text.ts';
import Link from 'next/link';
import type { Usage } from '../../lib/account/usage.ts';
import type { RefusedCallList, RefusedUsage } from '../../lib/call/refused-calls.ts';
import type { AccountDetail } from '../../lib/operator/accounts.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { signedNumber } from '../../lib/text/signed-number.ts';
import { momentText, momentTextOf } from '../../lib/text/moment-text.ts';
import { Limits } from '../credits/limits.tsx';
import { AccountMembers } from './account-members.tsx';
import { AccountRefused } from './account-refused.tsx';
import { AccountUsage } from './account-usage.tsx';
import { AccountKeys } from './account-keys.tsx';
import { CapForm } from './cap-form.tsx';
import { GrantForm } from './grant-form.tsx';
import { Mark } from './mark.tsx';
import { cell, NoRows, Rows } from './rows.tsx';
import { Part } from './part.tsx';
import { SeeAsForm } from './see-as-form.tsx';
import { SuspendForm } from './suspend-form.tsx';

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
        <More href={`/operator/audit?target=${id}`}>What was changed</More>
      </p>
      <Actions account={account} may={may} />
      <Part id="members" title="Members">
        <AccountMembers
          accountId={id}
          members={members}
          invitations={invitations}
          mayInvite={members.length === 0 ? may.invite : may.inviteMore}
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
              ? 'Its API keys are refused at once, and its members can neither call nor add anything. Its credits are kept.'
              : 'Its API keys are refused, and its members can neither call nor add anything.'}
          </p>
          <SuspendForm account={{ id, name }} isSuspended={suspendedAt !== null} />
        </Part>
      )}
      {(may.cap || limits) && (
        <Part id="limits" title="Spending limits">
          <p className="mb-4 text-sm text-quiet">
            For all its members and API keys together, including calls that run.
          </p>
          {limits && <Limits limits={limits} />}
          {may.cap && <CapForm accountId={id} limits={limits} />}
        </Part>
      )}
      {may.seeAs && (
        <Part id="see-as" title="See as they do">
          <p className="text-sm text-quiet">
            For half an hour you see its catalogue, credits, calls, keys, members and webhooks as a member who
            only reads.
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

const kinds: Record<AccountDetail['entries']['list'][number]['kind'], string> = {
  allowance: 'Daily allowance',
  grant: 'Credits added',
  charge: 'Call',
  refund: 'Refund',
  correction: 'Correction',
};

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
                kinds[kind]
              ) : (
                <Link href={`/calls/${callId}`} className="underline decoration-line underline-offset-4">
                  {kind !== 'charge' && `${kinds[kind]}: `}
                  {product?.name ?? kinds[kind]}
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
