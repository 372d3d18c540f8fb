'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Session } from '../../lib/account/session.ts';
import { type AskingClient, authorizationAnswer } from '../../lib/oauth/authorization.ts';
import { newKeyOf } from '../../lib/view/new-key-form.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { CapFields } from '../keys/cap-fields.tsx';
import { field } from '../keys/key-field.tsx';
import { LifetimeField } from '../keys/lifetime-field.tsx';
import { ProductsField } from '../keys/products-field.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { textOf } from '../people/text-of.ts';
import { quietButton } from '../quiet-button.ts';

/** A small budget to begin with. The person changes it here, and later on the page of keys. */
const firstCaps = { day: 100, month: null, total: 1_000 };

interface Props {
  session: Session;
  client: AskingClient;
  /** The query of the page. */
  request: string;
}

/** Gives an agent a budget, or denies it. */
export function Consent({ session, client, request }: Props) {
  const { confirmed, dialog } = useConfirmation();
  const accounts = session.accounts
    .filter(({ role }) => mayRole(role, 'own-keys'))
    .map((account) => ({ ...account, isSuspended: client.suspendedAccounts.includes(account.id) }));
  const offered = accounts.filter(({ isSuspended }) => !isSuspended);
  const denying = useMutation({ mutationFn: () => decide({ decision: 'deny', request: partsOf(request) }) });
  function allow(fields: FormData) {
    const { caps, products, expiresAt } = newKeyOf(fields, Date.now());
    const limits = { account: textOf(fields, 'account'), caps, products, expiresAt };
    return confirmed(() => decide({ decision: 'allow', request: partsOf(request), ...limits }));
  }
  return (
    <>
      <Asking client={client} />
      {offered.length === 0 ? (
        <p className="mt-4 break-words">
          {accounts.length === 0
            ? 'You have no account whose credits you can spend. Ask its owner to invite you, and connect the agent again.'
            : `Suspended: ${accounts.map(({ name }) => name).join(', ')}. You have no other account whose credits you can spend. Ask the operator of this portal for the reason.`}
        </p>
      ) : (
        <PersonForm action="Allow" submit={allow}>
          {(faults) => (
            <>
              <AccountField
                accounts={accounts}
                chosen={(offered.find(({ id }) => id === session.account?.id) ?? offered[0])?.id}
                fault={faults['account']}
              />
              <CapFields caps={firstCaps} faults={faults} />
              <LifetimeField fault={faults['expiresAt']} />
              <ProductsField faults={faults} />
            </>
          )}
        </PersonForm>
      )}
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className={quietButton}
          disabled={denying.isPending}
          onClick={() => denying.mutate()}
        >
          Deny
        </button>
        <span className="text-sm text-quiet">Either way you go back to {client.returnHost}.</span>
      </p>
      <p className="mt-4 text-sm break-words text-quiet">
        You are signed in as {session.person?.name}. Not you?{' '}
        <Link href="/sign-in?for=agent" className="text-accent underline underline-offset-4">
          Sign in as somebody else
        </Link>
      </p>
      {denying.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {denying.error.message}
        </p>
      )}
      {dialog}
    </>
  );
}

function Asking({ client: { name, host } }: { client: AskingClient }) {
  return (
    <div className="mt-4 rounded-md border border-line bg-card p-4 break-words">
      <p>
        <strong>{name}</strong> asks to make calls with your credits.
      </p>
      <p className="mt-1 text-sm text-quiet">
        It comes from <span className="font-mono">{host}</span>. The name is its own; this portal has not
        verified it. Allow it only if you have just connected it.
      </p>
      <ul className="mt-3 list-disc pl-5 text-sm">
        <li>It can find products, read prices, and call products within the limits below.</li>
        <li>It can see the credits and calls of the account.</li>
        <li>It cannot see or change keys, members or settings.</li>
      </ul>
      <p className="mt-3 text-sm text-quiet">
        You can change the limits, or revoke the agent, on the page{' '}
        <Link href="/keys" className="text-accent underline underline-offset-4">
          Keys
        </Link>
        .
      </p>
    </div>
  );
}

interface AccountProps {
  accounts: (Session['accounts'][number] & { isSuspended: boolean })[];
  chosen: string | undefined;
  fault: string | undefined;
}

function AccountField({ accounts, chosen, fault }: AccountProps) {
  return (
    <label className="grid gap-1 text-sm font-medium">
      Account that pays
      <select name="account" defaultValue={chosen} className={field}>
        {accounts.map(({ id, name, isSuspended }) => (
          <option key={id} value={id} disabled={isSuspended}>
            {name}
            {isSuspended && ' (suspended)'}
          </option>
        ))}
      </select>
      {fault !== undefined && <span className="font-normal text-bad">{fault}</span>}
    </label>
  );
}

/** The parameters of the client. The portal reads those that it knows. */
function partsOf(request: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request));
}

async function decide(body: object): Promise<void> {
  const { signal } = new AbortController();
  const { location } = await fetchJson('/api/authorizations', authorizationAnswer, signal, { body });
  window.location.assign(location);
}
