'use client';

import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { Member } from '../../lib/account/members.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { fetchSession } from '../keys/fetch-session.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { Confirmation } from '../shell/confirmation.tsx';
import { membersOptions } from './members-options.ts';

/** Asks before somebody is removed, or leaves. */
export function RemoveDialog({
  person,
  isSelf,
  onClose,
}: {
  person: Member['person'];
  isSelf: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const changeCaller = useChangeOfCaller();
  const { confirmed, dialog } = useConfirmation();
  async function act() {
    const { signal } = new AbortController();
    const remove = () => fetchJson(`/api/members/${person.id}`, z.undefined(), signal, { method: 'DELETE' });
    if (isSelf) return changeCaller(() => remove().then(() => fetchSession(signal)));
    await confirmed(remove);
    await client.invalidateQueries(membersOptions());
    return onClose();
  }
  return (
    <>
      <Confirmation
        title={isSelf ? 'Leave this account?' : 'Remove this member?'}
        action={isSelf ? 'Leave' : 'Remove'}
        act={act}
        close={onClose}
      >
        <p className="break-words">
          {isSelf ? (
            'Your API keys of this account stop working immediately.'
          ) : (
            <>
              <strong>{person.name}</strong> ({person.email}) loses this account. Their API keys of it stop
              working immediately.
            </>
          )}
        </p>
      </Confirmation>
      {dialog}
    </>
  );
}
