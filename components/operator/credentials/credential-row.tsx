'use client';

import { useState } from 'react';
import type { ListedCredential } from '../../../lib/operator/credentials.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { ChangeButton } from '../parts/change-button.tsx';
import { SetCredentialButton, storedNote, TestResult, useTest } from './credential-dialog.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { Mark } from '../parts/part.tsx';
import { cell, wide, widest } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

/** A credential in the list. On a phone its cells are below each other. */
export function CredentialRow({
  credential,
  mayChange,
}: {
  credential: ListedCredential;
  mayChange: boolean;
}) {
  const { name, state, source, isOverridden, earlierUntil, lastRefusedAt } = credential;
  const [isStored, setIsStored] = useState(false);
  const test = useTest(name);
  return (
    <tr className="@max-xl:block">
      <td className={`@max-xl:block ${cell}`}>
        <span className="font-mono text-xs font-medium break-all">{name}</span>{' '}
        <span className="text-quiet tabular-nums">{usersOf(credential)}</span>
        <span className="block @xl:hidden">
          <State {...credential} />
        </span>
        <span role="status" className="block text-good">
          {isStored && storedNote}
        </span>
        <TestResult result={test.data} error={test.error} />
      </td>
      <td className={`${wide} ${cell}`}>
        <State {...credential} />
      </td>
      <td className={`${widest} ${cell} text-quiet`}>
        {lastRefusedAt === null ? '–' : <When at={lastRefusedAt} hasTime />}
      </td>
      {mayChange && (
        <td className={`@max-xl:block @max-xl:h-auto @max-xl:pt-0 ${cell}`}>
          <div className="flex flex-wrap gap-2">
            {source !== 'environment' && (
              <SetCredentialButton name={name} isSet={state !== 'missing'} onStored={setIsStored} />
            )}
            {state === 'set' && (
              <button
                type="button"
                disabled={test.isPending}
                className={`with-script ${quietButton}`}
                onClick={() => test.mutate(undefined)}
              >
                Test<span className="sr-only"> {name}</span>
              </button>
            )}
            {earlierUntil !== null && (
              <ChangeButton
                label="Bring back"
                about={`the credential before this one of ${name}`}
                route="POST /api/operator/credentials/{name}/restoration"
                params={{ name }}
                body={{}}
              />
            )}
            {(source === 'console' || isOverridden) && <RevokeButton {...credential} />}
          </div>
        </td>
      )}
    </tr>
  );
}

function usersOf({ products, online }: ListedCredential): string {
  if (products === 0) return 'no product needs it';
  return `${countOf(products, 'product')}, ${groupedNumber(online)} online`;
}

function State({ name, state, source, isOverridden, setAt, setBy, earlierUntil }: ListedCredential) {
  if (state === 'missing') return <Mark text="Missing" tone="bad" />;
  if (state === 'unreadable')
    return (
      <>
        <Mark text="Unreadable" tone="bad" />{' '}
        <span className="text-quiet">No secret of the portal opens it: set it again.</span>
      </>
    );
  if (source === 'environment')
    return (
      <span className="break-words text-quiet">
        <span className="text-ink">Set</span> by FAREBOX_SECRET_{name} in the environment, and cannot be
        changed here.{isOverridden && ' The one that was set here is not used.'}
      </span>
    );
  const by = setBy && (setBy.name ?? (setBy.kind === 'command-line' ? 'the command line' : setBy.id));
  return (
    <>
      Set{' '}
      <span className="text-quiet tabular-nums">
        {setAt !== null && `${momentText(setAt)} UTC`}
        {by && ` by ${by}`}
        {earlierUntil !== null && `. The one before is kept until ${momentText(earlierUntil)} UTC.`}
      </span>
    </>
  );
}

function RevokeButton({ name, products, online, source }: ListedCredential) {
  return (
    <DangerButton
      action="Revoke"
      about={name}
      title={`Revoke ${name}?`}
      route="POST /api/operator/credentials/{name}/revocation"
      params={{ name }}
      nameToType={name}
    >
      <p className="break-words">
        {source === 'environment'
          ? 'It is deleted here. Calls go on with the one of the environment.'
          : `It is deleted, with the one that it replaced. ${consequence(products, online)}`}{' '}
        At the API it stays valid: revoke it there, too.
      </p>
    </DangerButton>
  );
}

function consequence(products: number, online: number): string {
  if (products === 0) return 'No product needs it.';
  const [needs, is] = products === 1 ? ['needs', 'it is offline'] : ['need', 'all of them are offline'];
  if (online === 0) return `${countOf(products, 'product')} ${needs} it to go online; ${is}.`;
  return online === 1
    ? '1 product that is online and needs it will refuse calls, which cost nothing.'
    : `${countOf(online, 'product')} that are online and need it will refuse calls, which cost nothing.`;
}

/** For a credential that no product names yet. */
export function NewCredential() {
  const [isStored, setIsStored] = useState(false);
  return (
    <>
      <SetCredentialButton onStored={setIsStored} />
      <span role="status" className="basis-full text-right text-dense text-good empty:hidden">
        {isStored && storedNote}
      </span>
    </>
  );
}
