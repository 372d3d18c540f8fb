'use client';

import { useState } from 'react';
import { type ApiKey, keyName } from '../../lib/account/api-keys.ts';
import { accessRights } from '../../lib/account/key-access.ts';
import { guestSession } from '../../lib/account/session.ts';
import { momentText } from '../../lib/text/times.ts';
import { keyChangesOf, sameExpiry, lifetimes } from '../../lib/view/new-key-form.ts';
import { useAction } from '../confirmation/use-action.ts';
import { fetchJson } from '../fetch-json.ts';
import { apiKeysQuery } from '../people/queries.ts';
import { useIsSuspended } from '../shell/header/account-status.tsx';
import { ConfirmButton, FormDialog } from '../shell/confirmation.tsx';
import { CapFields } from './cap-fields.tsx';
import { CreatedKey, SelectField } from './key-field.tsx';
import { LifetimeField, NameField, ScopeFields } from './scope-fields.tsx';
import { SpendingBars } from './spending-bar.tsx';
import { useChangeOfCaller } from './use-change-of-caller.ts';

interface Props {
  apiKey: ApiKey;
  /** When the key was read: the same on the server and in the browser. */
  readAtMs: number;
  isOwn: boolean;
  /** Whether the visitor may change and revoke the key. */
  mayChange: boolean;
  /** Whether the key belongs to the visitor, or to no person. */
  mayRotate: boolean;
}

/** A key: its last use, its expiry, and how much of its limits is spent. */
export function KeyRow({ apiKey, readAtMs, isOwn, mayChange, mayRotate }: Props) {
  const { name, hint, operator, person, createdAt, lastUsedAt, expiresAt, revokedAt, spending } = apiKey;
  const [open, setOpen] = useState<'change' | 'rotate'>();
  const isSuspended = useIsSuspended();
  const close = () => setOpen(undefined);
  const { mark } = accessRights(apiKey.access);
  const label = keyName({ name, hint });
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= readAtMs;
  const isUsable = revokedAt === null && !isExpired;
  return (
    <li className={`py-4 ${isUsable ? '' : 'text-quiet'}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
            <span className="min-w-0 break-words">{label}</span>
            {name !== '' && !apiKey.client && (
              <span className="font-mono text-sm text-quiet">fb_…{hint}</span>
            )}
            {person && (
              <span className="min-w-0 text-sm font-normal break-words text-quiet">of {person.name}</span>
            )}
            {isOwn && <Mark text="Current session" />}
            {apiKey.client && <Mark text="Agent" />}
            {operator && <Mark text="Operator" />}
            {mark !== undefined && <Mark text={mark} />}
            {revokedAt !== null && <Mark text="Revoked" />}
            {revokedAt === null && isExpired && <Mark text="Expired" />}
          </p>
          <p className="text-sm text-quiet tabular-nums">
            {revokedAt === null
              ? `${lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt)} UTC`} · ${expiresAt === null ? 'never expires' : `${isExpired ? 'expired' : 'expires'} ${momentText(expiresAt)} UTC`}`
              : `Revoked ${momentText(revokedAt)} UTC`}
            {` · created ${momentText(createdAt)} UTC`}
          </p>
          {apiKey.products && (
            <p className="line-clamp-3 text-sm break-words text-quiet">
              Only calls {apiKey.products.map((product) => product.name).join(', ')}
            </p>
          )}
        </div>
        {revokedAt === null && mayChange && (
          <div className="flex flex-wrap gap-2">
            <RowButton text="Change" of={label} act={() => setOpen('change')} disabled={isSuspended} />
            {mayRotate && !apiKey.client && !isExpired && (
              <RowButton text="Rotate" of={label} act={() => setOpen('rotate')} disabled={isSuspended} />
            )}
            <RevokeButton apiKey={apiKey} label={label} isOwn={isOwn} />
          </div>
        )}
      </div>
      {revokedAt === null && (
        <SpendingBars limits={spending} className="mt-2 gap-x-6 gap-y-2 [&:empty]:hidden" />
      )}
      {apiKey.earlierEndsAt !== null && mayChange && (
        <EarlierSecret id={apiKey.id} endsAt={apiKey.earlierEndsAt} label={label} />
      )}
      {open === 'change' && <ChangeKeyDialog apiKey={apiKey} onClose={close} />}
      {open === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={close} />}
    </li>
  );
}

const rowButton = 'rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk disabled:opacity-60';

interface RowButtonProps {
  text: string;
  /** The key. */
  of: string;
  act: () => void;
  disabled: boolean;
}

function RowButton({ text, of, act, disabled }: RowButtonProps) {
  return (
    <button type="button" onClick={act} disabled={disabled} className={rowButton}>
      {text}
      <span className="sr-only"> {of}</span>
    </button>
  );
}

function Mark({ text }: { text: string }) {
  return <span className="rounded-sm bg-accent-soft px-1.5 text-sm font-normal text-ink">{text}</span>;
}

/** Until when the secret of before a rotation works. It can be ended before. */
function EarlierSecret({ id, endsAt, label }: { id: string; endsAt: string; label: string }) {
  const act = useAction(apiKeysQuery);
  return (
    <div className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-warn">
      The previous secret works until {momentText(endsAt)} UTC.
      <ConfirmButton
        label={
          <>
            End it now<span className="sr-only">: {label}</span>
          </>
        }
        className="min-h-6 text-bad underline underline-offset-4"
        title="End the previous secret?"
        action="End it"
        act={() => act('DELETE /api/keys/{key_id}/rotate', { params: { key_id: id } })}
      >
        <p className="text-base break-words text-ink">
          Programs that still use the previous secret of <strong>{label}</strong> are refused immediately.
          This cannot be undone.
        </p>
      </ConfirmButton>
    </div>
  );
}

function RevokeButton({ apiKey, label, isOwn }: { apiKey: ApiKey; label: string; isOwn: boolean }) {
  const changeCaller = useChangeOfCaller();
  const act = useAction(apiKeysQuery);
  function revoke(): Promise<unknown> {
    const params = { key_id: apiKey.id };
    if (!isOwn) return act('DELETE /api/keys/{key_id}', { params });
    return changeCaller(() => fetchJson('DELETE /api/keys/{key_id}', { params }).then(() => guestSession));
  }
  return (
    <ConfirmButton
      label={
        <>
          Revoke<span className="sr-only"> {label}</span>
        </>
      }
      className={`${rowButton} text-bad`}
      title="Revoke this key?"
      action="Revoke"
      act={revoke}
    >
      <p className="break-words">
        <strong>{apiKey.name}</strong>{' '}
        {apiKey.client ? (
          'can no longer make calls unless you connect it again.'
        ) : (
          <>
            <span className="font-mono">fb_…{apiKey.hint}</span> stops working immediately, everywhere. This
            cannot be undone.
          </>
        )}
      </p>
      {isOwn && <p className="text-warn">You are signed in with this key: revoking it signs you out.</p>}
    </ConfirmButton>
  );
}

/** Changes the name, expiry, limits and scope of a key. */
function ChangeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const act = useAction(apiKeysQuery);
  const { id, name, spending, access, products } = apiKey;
  const submit = (fields: FormData) =>
    act('PATCH /api/keys/{key_id}', {
      params: { key_id: id },
      body: keyChangesOf(fields, Date.now()),
    }).then(onClose);
  const caps = { day: spending.day.cap, month: spending.month.cap, total: spending.total.cap };
  return (
    <FormDialog title="Change API key" action="Save" submit={submit} close={onClose}>
      {(faults) => (
        <>
          <NameField defaultValue={name} fault={faults['name']} />
          <LifetimeField
            chosen={sameExpiry}
            options={[[sameExpiry, 'No change'], ...lifetimes]}
            fault={faults['expiresAt']}
          />
          <CapFields caps={caps} faults={faults} />
          <ScopeFields faults={faults} access={access} products={products} />
        </>
      )}
    </FormDialog>
  );
}

/** In hours. */
const overlaps = [
  [24, 'in 24 hours'],
  [1, 'in 1 hour'],
  [168, 'in 7 days'],
  [0, 'now'],
] as const;

/** Gives a key a new secret, and shows it once. */
function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const act = useAction(apiKeysQuery);
  const [secret, setSecret] = useState<string>();
  async function submit(fields: FormData) {
    const body = { overlapHours: Number(fields.get('overlap')) };
    setSecret((await act('POST /api/keys/{key_id}/rotate', { params: { key_id: apiKey.id }, body })).key);
  }
  if (secret !== undefined) return <CreatedKey apiKey={secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Rotate API key"
      action="Rotate"
      submit={submit}
      close={onClose}
      about={
        <p className="break-words">
          <strong>{apiKey.name}</strong> gets a new secret. Its id, limits and spending stay the same.
        </p>
      }
    >
      {() => <SelectField label="The current secret stops working" name="overlap" options={overlaps} />}
    </FormDialog>
  );
}
