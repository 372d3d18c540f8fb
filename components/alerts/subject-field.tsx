'use client';

import { useQuery } from '@tanstack/react-query';
import { keyName } from '../../lib/account/key-name.ts';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Session } from '../../lib/account/session.ts';
import { apiKeysOptions } from '../keys/api-keys-options.ts';
import { field } from '../keys/key-field.tsx';
import { membersOptions } from '../members/members-options.ts';

/** Whose spending an alert watches. Its value is a kind and an id. */
export function SubjectField({ role, fault }: { role: Session['role']; fault: string | undefined }) {
  const { data: members } = useQuery(membersOptions());
  const seesKeys = role === null || mayRole(role, 'read-keys') || mayRole(role, 'own-keys');
  const { data: keys } = useQuery({ ...apiKeysOptions(), enabled: seesKeys });
  const active = keys?.list.filter(({ revokedAt }) => revokedAt === null) ?? [];
  return (
    <label className="grid gap-1 text-sm font-medium">
      Spending of
      <select name="of" defaultValue="account" className={field}>
        <option value="account">The account</option>
        {active.length > 0 && (
          <optgroup label="API keys">
            {active.map((key) => (
              <option key={key.id} value={`key ${key.id}`}>
                {keyName(key)}
              </option>
            ))}
          </optgroup>
        )}
        {members && members.list.length > 0 && (
          <optgroup label="Members">
            {members.list.map(({ person }) => (
              <option key={person.id} value={`member ${person.id}`}>
                {person.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {fault !== undefined && <span className="font-normal text-bad">{fault}</span>}
    </label>
  );
}
