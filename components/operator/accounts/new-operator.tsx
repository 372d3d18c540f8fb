'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import type { OperatorRole } from '../../../lib/account/session.ts';
import { creditsOf } from '../../../lib/text/typed-credits.ts';
import { CreditsField } from '../../keys/key-field.tsx';
import { EmailField, TextField, textOf } from '../../people/fields.tsx';
import { PersonForm } from '../../people/person-form.tsx';
import { ReasonField, reasonOf, useChange } from '../change-button.tsx';

/** Creates an operator, to whom a link to choose a password is mailed, and opens their page. */
export function NewOperator() {
  const router = useRouter();
  const { change } = useChange();
  async function submit(fields: FormData) {
    const [name, email] = [textOf(fields, 'name'), textOf(fields, 'email')];
    const body = { name, email, operatorRole: textOf(fields, 'operatorRole') };
    const { id } = await change('POST /api/operator/people', { body });
    try {
      // Mails the link. Without it they could do nothing.
      const params = { person_id: id };
      await change('POST /api/operator/people/{person_id}/password-link', { params, body: {} });
    } catch (cause) {
      throw new Error(
        `${name} was created, but mailing the link to choose a password failed. Look for ${name} in the list of people, and make the link on their page.`,
        { cause },
      );
    }
    router.push(`/operator/people/${id}`);
  }
  return (
    <PersonForm action="Create operator" submit={submit}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="off" fault={faults['name']} />
          <EmailField fault={faults['email']} />
          <RoleField role="viewer" />
        </>
      )}
    </PersonForm>
  );
}

/** Creates an account and opens its page. */
export function NewAccount() {
  const router = useRouter();
  const { change } = useChange();
  async function submit(fields: FormData) {
    const credits = creditsOf(fields, 'credits') ?? 0;
    const body = { name: textOf(fields, 'name'), credits, ...reasonOf(fields) };
    const { id } = await change('POST /api/operator/accounts', { body });
    router.push(`/operator/accounts/${id}`);
  }
  return (
    <PersonForm action="Create account" submit={submit}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="off" fault={faults['name']} />
          <CreditsField label="Starting credits (optional)" name="credits" fault={faults['credits']} />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </PersonForm>
  );
}

/** What each role is for. The rights are in the table of the server. */
const roleWords: Record<OperatorRole, string> = {
  owner: 'Owner: everything',
  publisher: 'Publisher: products',
  finance: 'Finance: accounts and credits',
  viewer: 'Viewer: read-only',
};

/** A choice of role. */
export function RoleField({
  role,
  none,
  onRole,
}: {
  role: OperatorRole | null;
  none?: string;
  /** Called with the role that is chosen, or '' for none. */
  onRole?: (role: string) => void;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        Role
      </label>
      <select
        id={id}
        name="operatorRole"
        defaultValue={role ?? ''}
        onChange={({ target }) => onRole?.(target.value)}
        className="h-11 w-full min-w-0 rounded-md border border-line bg-paper px-3"
      >
        {none !== undefined && <option value="">{none}</option>}
        {Object.entries(roleWords).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
