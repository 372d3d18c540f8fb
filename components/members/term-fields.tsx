import { memberRole } from '../../lib/account/members.ts';
import type { MemberRole } from '../../lib/account/roles.ts';
import { capsOf } from '../../lib/text/typed-credits.ts';
import { CapFields } from '../keys/cap-fields.tsx';
import { SelectField } from '../keys/key-field.tsx';
import { TextField, textOf } from '../people/fields.tsx';
import { usePortalFacts } from '../portal-facts.tsx';

interface Caps {
  day: number | null;
  month: number | null;
  total: number | null;
}

interface Props {
  role: MemberRole;
  caps: Caps;
  /** Only owners make owners. */
  offersOwner: boolean;
  /** Called with the role that is chosen. */
  onRole?: (role: MemberRole) => void;
  /** By name of the field. */
  faults: Record<string, string>;
}

/** The role and the spending limits of a member. */
export function TermFields({ role, caps, offersOwner, onRole, faults }: Props) {
  const roles = memberRole.options.filter((one) => offersOwner || one !== 'owner');
  return (
    <>
      <SelectField
        label="Role"
        name="role"
        defaultValue={role}
        onChange={({ target }) => onRole?.(memberRole.parse(target.value))}
        options={roles.map((one) => [one, `${one}: ${roleWords[one]}`])}
      />
      <CapFields
        caps={caps}
        about="For all API keys of the member together, and for calls in the browser. "
        faults={faults}
      />
    </>
  );
}

/** The role and the limits of a form, as the portal takes them. */
export function termsOf(fields: FormData) {
  return { role: fields.get('role'), caps: capsOf(fields) };
}

/** What each role may do. */
export const roleWords: Record<MemberRole, string> = {
  owner: 'Full access, and manages owners',
  admin: 'Full access, but cannot manage owners',
  member: 'Makes calls and has API keys',
  billing: 'Sees credits and manages alerts',
  viewer: 'Sees calls, keys and credits',
};

const noCaps = { day: null, month: null, total: null };

interface InvitationFieldsProps {
  role: MemberRole;
  offersOwner: boolean;
  /** By name of the field. */
  faults: Record<string, string>;
}

/** The role and the limits of somebody who is invited, and where the link is mailed. */
export function InvitationFields({ role, offersOwner, faults }: InvitationFieldsProps) {
  const { sendsMail } = usePortalFacts();
  return (
    <>
      <TermFields role={role} caps={noCaps} offersOwner={offersOwner} faults={faults} />
      <TextField
        label="Email (optional)"
        name="email"
        type="email"
        autoComplete="off"
        required={false}
        hint={
          sendsMail
            ? 'The portal also emails the link to this address.'
            : 'Listed with the invitation. This portal does not send email: send the link yourself.'
        }
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
