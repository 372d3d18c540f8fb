'use client';

import { useQuery, queryOptions, useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { mayRole } from '../../lib/account/roles.ts';
import { defaultFace } from '../../lib/face/face.ts';
import type { Session } from '../../lib/account/session.ts';
import type { AskingClient } from '../../lib/oauth/authorization.ts';
import { newKeyOf } from '../../lib/view/new-key-form.ts';
import { useConfirmed } from '../confirmation/use-action.ts';
import { Confirming } from '../confirmation/use-confirmation.tsx';
import { fetching, fetchJson } from '../fetch-json.ts';
import { CapFields } from '../keys/cap-fields.tsx';
import { SelectField } from '../keys/key-field.tsx';
import { LifetimeField } from '../keys/scope-fields.tsx';
import { ProductsField } from '../keys/products-field.tsx';
import { sessionOptions } from '../keys/session-options.ts';
import { Failure, OwnLoadError } from '../load-error.tsx';
import { textOf } from '../people/fields.tsx';
import { usePortalFacts } from '../portal-facts.tsx';
import { OperatorText } from '../operator-text.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { PersonSignIn, type Ways } from '../people/person-sign-in.tsx';
import { ProblemError } from '../problem-error.ts';
import { quietButton } from '../shell/buttons.tsx';
import { useHydrated } from '../shell/use-hydrated.ts';
import { withStorage } from '../browser.ts';

/** What a client asks a person for. Who is not signed in does that first, on the same page. */
export function Authorization({ ways }: { ways: Ways }) {
  const request = useRequest();
  const { data: session, error, refetch } = useQuery(sessionOptions());
  if (request === '')
    return (
      <p className="mt-4">Add this portal to your agent. The agent then opens this page with its request.</p>
    );
  if (error && !session)
    return <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />;
  if (request === undefined || !session) return <p className="mt-4 text-quiet">Loading…</p>;
  if (session.person) return <Asked session={session} request={request} />;
  return (
    <>
      <p className="mt-4">An agent wants to make calls with your credits. Sign in to see which one.</p>
      <PersonSignIn {...ways} returnTo="/oauth/authorize" />
    </>
  );
}

function Asked({ session, request }: { session: Session; request: string }) {
  const { data, error } = useQuery(askingClientOptions(request));
  if (data)
    return (
      <Confirming>
        <Consent session={session} client={data} request={request} />
      </Confirming>
    );
  if (!error) return <p className="mt-4 text-quiet">Loading the request…</p>;
  const location = error instanceof ProblemError ? error.problem.location : undefined;
  return (
    <div role="alert" className="mt-4 rounded-md border border-line bg-card p-4">
      <p className="break-words text-bad">{error.message}</p>
      <p className="mt-2">
        {location === undefined ? (
          'No access was granted. Close this page, and connect the agent again.'
        ) : (
          <a href={location} className="text-accent underline underline-offset-4">
            Go back to the agent
          </a>
        )}
      </p>
    </div>
  );
}

/** `request`: the query of the page. */
function askingClientOptions(request: string) {
  return queryOptions({
    queryKey: ['asking-client', request],
    queryFn: fetching('GET /api/authorizations', { query: request }),
    retry: false,
    // What somebody decides about stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const name = 'farebox-authorization';

/**
 * The query with which a client opened the page. A sign-in elsewhere comes back without it, so the tab remembers it.
 * Undefined until that is known, and empty if there is none.
 */
function useRequest(): string | undefined {
  const given = useSearchParams().toString();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (given !== '') withStorage('sessionStorage', (storage) => storage.setItem(name, given));
  }, [given]);
  if (given !== '') return given;
  if (!isHydrated) return undefined;
  return withStorage('sessionStorage', (storage) => storage.getItem(name)) ?? '';
}

/** A small budget to begin with. The person changes it here, and later on the page of keys. */
const firstCaps = { day: 100, month: null, total: 1_000 };

interface ConsentProps {
  session: Session;
  client: AskingClient;
  /** The query of the page. */
  request: string;
}

/** Gives an agent a budget, or denies it. */
function Consent({ session, client, request }: ConsentProps) {
  const confirmed = useConfirmed();
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
          {session.accounts.length > 0 && accounts.length === 0
            ? `Your role does not let you spend credits: ${session.accounts.map(({ name, role }) => `${role} of ${name}`).join(', ')}. Ask an account owner to change it, then connect the agent again.`
            : accounts.length === 0
              ? 'You do not belong to an account whose credits you can spend. Ask an account owner to invite you, then connect the agent again.'
              : `Suspended: ${accounts.map(({ name }) => name).join(', ')}. You have no other account whose credits you can spend. `}
          {accounts.length > 0 && (
            <OperatorText>Ask the operator of this portal for the reason.</OperatorText>
          )}
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
        <span className="text-sm text-quiet">Either way, you will return to {client.returnHost}.</span>
      </p>
      <p className="mt-4 text-sm break-words text-quiet">
        You are signed in as {session.person?.name}. Not you?{' '}
        <Link href="/sign-in?for=agent" className="text-accent underline underline-offset-4">
          Sign in as somebody else
        </Link>
      </p>
      <Failure of={denying.error} />
    </>
  );
}

function Asking({ client: { name, host } }: { client: AskingClient }) {
  const portal = usePortalFacts().name;
  return (
    <div className="mt-4 rounded-md border border-line bg-card p-4 break-words">
      <p>
        <strong>{name}</strong> wants to make calls with your credits
        {portal !== defaultFace.name && ` at ${portal}`}.
      </p>
      <p className="mt-1 text-sm text-quiet">
        It comes from <span className="font-mono">{host}</span>. This portal has not verified its name. Allow
        it only if you have just connected it.
      </p>
      <ul className="mt-3 list-disc pl-5 text-sm">
        <li>It can find products, read prices, and call products within the limits below.</li>
        <li>It can see the credits and calls of the account.</li>
        <li>It cannot see or change keys, members or settings.</li>
      </ul>
      <p className="mt-3 text-sm text-quiet">
        You can change the limits or revoke the agent under{' '}
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
    <SelectField label="Account that pays" name="account" defaultValue={chosen} fault={fault}>
      {accounts.map(({ id, name, isSuspended }) => (
        <option key={id} value={id} disabled={isSuspended}>
          {name}
          {isSuspended && ' (suspended)'}
        </option>
      ))}
    </SelectField>
  );
}

/** The parameters of the client. The portal reads those that it knows. */
function partsOf(request: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request));
}

async function decide(body: object): Promise<void> {
  const { location } = await fetchJson('POST /api/authorizations', { body });
  window.location.assign(location);
}
