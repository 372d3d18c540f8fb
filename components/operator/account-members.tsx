'use client';

import Link from 'next/link';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Member } from '../../lib/account/members.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { TermFields, termsOf } from '../members/term-fields.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { TextField } from '../people/text-field.tsx';
import { textOf } from '../people/text-of.ts';
import { LinkToCopy } from './link-to-copy.tsx';
import { ReasonField } from './reason-field.tsx';
import { reasonOf } from './reason-of.ts';
import { rowLink } from './rows.tsx';
import { useChange } from './use-change.ts';

interface Props {
  accountId: string;
  members: Member[];
  mayInvite: boolean;
}

/** The people of an account, with a form that invites another one. */
export function AccountMembers({ accountId, members, mayInvite }: Props) {
  return (
    <>
      {members.length === 0 ? (
        <p className="mt-2 text-quiet">Nobody has joined the account. The first one is its owner.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {members.map(({ person, role, spending }) => (
            <li key={person.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p className="min-w-0 break-words">
                <Link href={`/operator/people/${person.id}`} prefetch={false} className={rowLink}>
                  {person.name}
                </Link>
                <span className="block text-sm text-quiet">{person.email}</span>
              </p>
              <p className="text-sm text-quiet tabular-nums">
                {role} · {groupedNumber(spending.month.spent)} credits this month
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayInvite && <InviteForm accountId={accountId} role={members.length === 0 ? 'owner' : 'member'} />}
    </>
  );
}

const created = z.object({ link: z.string() });
const noCaps = { day: null, month: null, total: null };

function InviteForm({ accountId, role }: { accountId: string; role: 'owner' | 'member' }) {
  const { change, made } = useChange();
  const [link, setLink] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const email = textOf(fields, 'email').trim();
    const wish = { ...termsOf(fields), ...(email !== '' && { email }), ...reasonOf(fields) };
    setLink((await change(`/api/operator/accounts/${accountId}/invitations`, wish, created)).link);
  }
  return (
    <>
      <PersonForm key={made} action="Invite" submit={submit}>
        {(faults) => (
          <>
            <TermFields role={role} caps={noCaps} offersOwner faults={faults} />
            <TextField
              label="Email (optional)"
              name="email"
              type="email"
              autoComplete="off"
              required={false}
              hint="The portal also mails the link to this address."
              fault={faults['email']}
            />
            <ReasonField fault={faults['reason']} isOptional />
          </>
        )}
      </PersonForm>
      {link !== null && (
        <LinkToCopy link={link} about="Whoever opens it joins. It works once, for seven days." />
      )}
    </>
  );
}
