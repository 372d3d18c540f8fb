'use client';

import { useRouter } from 'next/navigation';
import { type ComponentType, useId, useState, useSyncExternalStore } from 'react';
import type { OperatorRole } from '../../../lib/account/session.ts';
import { creditsOf } from '../../../lib/text/typed-credits.ts';
import { CreditsField } from '../../keys/key-field.tsx';
import { EmailField, TextField, textOf } from '../../people/fields.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { plusIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';

/** The buttons of the lists, which open a dialog. */
export const NewOperator = () => <NewOne label="New operator…" Dialog={NewOperatorDialog} />;
export const NewAccount = () => <NewOne label="New account…" Dialog={NewAccountDialog} />;

/** Open at once where a link leads to `#new`. */
function NewOne({ label, Dialog }: { label: string; Dialog: ComponentType<{ close: () => void }> }) {
  const [isOpen, setIsOpen] = useState<boolean>();
  const isLinked = useSyncExternalStore(
    whenHashChanges,
    () => location.hash === '#new',
    () => false,
  );
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-main">
        <Icon path={plusIcon} />
        {label}
      </button>
      {(isOpen ?? isLinked) && <Dialog close={() => setIsOpen(false)} />}
    </>
  );
}

function whenHashChanges(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** Creates an operator, to whom a link to choose a password is mailed, and opens their page. */
function NewOperatorDialog({ close }: { close: () => void }) {
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
    <FormDialog title="New operator" action="Create operator" submit={submit} close={close}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="off" fault={faults['name']} />
          <EmailField fault={faults['email']} />
          <RoleField role="viewer" />
        </>
      )}
    </FormDialog>
  );
}

/** Creates an account and opens its page. */
function NewAccountDialog({ close }: { close: () => void }) {
  const router = useRouter();
  const { change } = useChange();
  async function submit(fields: FormData) {
    const credits = creditsOf(fields, 'credits') ?? 0;
    const body = { name: textOf(fields, 'name'), credits, ...reasonOf(fields) };
    const { id } = await change('POST /api/operator/accounts', { body });
    router.push(`/operator/accounts/${id}`);
  }
  return (
    <FormDialog title="New account" action="Create account" submit={submit} close={close}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="off" fault={faults['name']} />
          <CreditsField label="Starting credits (optional)" name="credits" fault={faults['credits']} />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
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
        className="field"
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
