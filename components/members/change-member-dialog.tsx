'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Member } from '../../lib/account/members.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { membersOptions } from './members-options.ts';
import { TermFields, termsOf } from './term-fields.tsx';

interface Props {
  member: Member;
  offersOwner: boolean;
  onClose: () => void;
}

/** Changes the role and the spending limits of a member. */
export function ChangeMemberDialog({ member, offersOwner, onClose }: Props) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const { person, role, spending } = member;
  const [chosen, setChosen] = useState(role);
  const losesKeys = mayRole(role, 'own-keys') && !mayRole(chosen, 'own-keys');
  const caps = { day: spending.day.cap, month: spending.month.cap, total: spending.total.cap };
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    await confirmed(() =>
      fetchJson(`/api/members/${person.id}`, z.undefined(), signal, { body: termsOf(fields) }),
    );
    await client.invalidateQueries(membersOptions());
    onClose();
  }
  return (
    <>
      <TitledModal label={`Change ${person.name}`} close={onClose}>
        <PersonForm action="Save" submit={submit} isDanger={losesKeys}>
          {(faults) => (
            <>
              <TermFields
                role={role}
                caps={caps}
                offersOwner={offersOwner}
                onRole={setChosen}
                faults={faults}
              />
              {losesKeys && (
                <p role="alert" className="text-sm break-words text-bad">
                  The API keys of {person.name} in this account, and the agents that use them, stop working
                  immediately and do not come back.
                </p>
              )}
            </>
          )}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
  );
}
