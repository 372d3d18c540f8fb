import Link from 'next/link';
import type { AccountDetail } from '../../lib/operator/accounts.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { signedNumber } from '../../lib/text/signed-number.ts';
import { momentText } from '../../lib/view/moment-text.ts';
import { AccountMembers } from './account-members.tsx';
import { AccountKeys } from './account-keys.tsx';
import { GrantForm } from './grant-form.tsx';
import { Mark } from './mark.tsx';
import { cell, NoRows, Rows } from './rows.tsx';
import { Part } from './part.tsx';
import { SuspendForm } from './suspend-form.tsx';

interface Props {
  account: AccountDetail;
  may: { grant: boolean; suspend: boolean; invite: boolean; changeKeys: boolean };
}

/** An account: its credits, members, keys and ledger, and what an operator can do with it. */
export function AccountPage({ account, may }: Props) {
  const { id, name, createdAt, suspendedAt, balance, held, available, members, apiKeys, entries, usage } =
    account;
  const spent = usage.reduce((sum, { credits }) => sum + credits, 0);
  const calls = usage.reduce((sum, day) => sum + day.calls, 0);
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
        <Fact name="Spent in 31 days" value={`${groupedNumber(spent)} in ${groupedNumber(calls)} calls`} />
      </dl>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <More href={`/operator/calls?account=${id}`}>Its calls</More>
        <More href={`/operator/audit?target=${id}`}>What was changed</More>
      </p>
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
                ? 'All its API keys are refused at once. Its credits are kept.'
                : 'All its API keys are refused.'}
            </p>
            <SuspendForm accountId={id} isSuspended={suspendedAt !== null} />
          </Part>
        )}
      </div>
      <Part id="members" title="Members">
        <AccountMembers accountId={id} members={members} mayInvite={may.invite} />
      </Part>
      <Part id="keys" title="API keys">
        <AccountKeys accountId={id} keys={apiKeys} mayChange={may.changeKeys} />
      </Part>
      <Part id="ledger" title={`Ledger (${groupedNumber(entries.total)})`}>
        <Entries list={entries.list} />
      </Part>
    </>
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
  const columns = [{ title: 'Entry' }, { title: 'Credits', className: 'w-28 text-right' }];
  return (
    <Rows caption="The newest entries of the ledger" columns={columns}>
      {list.map(({ id, kind, at, amount, callId, reason, product }) => (
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
            <span className="block text-sm text-quiet tabular-nums">{momentText(at)} UTC</span>
          </td>
          <td className={`${cell} text-right tabular-nums`}>{signedNumber(amount)}</td>
        </tr>
      ))}
    </Rows>
  );
}
