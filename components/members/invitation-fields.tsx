import type { MemberRole } from '../../lib/account/member-role.ts';
import { TextField } from '../people/text-field.tsx';
import { textOf } from '../people/text-of.ts';
import { TermFields, termsOf } from './term-fields.tsx';

const noCaps = { day: null, month: null, total: null };

interface Props {
  role: MemberRole;
  offersOwner: boolean;
  /** By name of the field. */
  faults: Record<string, string>;
}

/** The role and the limits of somebody who is invited, and where the link is mailed. */
export function InvitationFields({ role, offersOwner, faults }: Props) {
  return (
    <>
      <TermFields role={role} caps={noCaps} offersOwner={offersOwner} faults={faults} />
      <TextField
        label="Email (optional)"
        name="email"
        type="email"
        autoComplete="off"
        required={false}
        hint="The portal also mails the link to this address."
        fault={faults['email']}
      />
    </>
  );
}

/** The invitation of a form, as the portal takes it. */
export function invitationOf(fields: FormData) {
  const email = textOf(fields, 'email').trim();
  return { ...termsOf(fields), ...(email !== '' && { email }) };
}
