import { useId } from 'react';
import { type MemberRole, memberRole } from '../../lib/account/member-role.ts';
import { roleWords } from './role-words.ts';

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
  /** By name of the field. */
  faults: Record<string, string>;
}

/** The role and the spending limits of a member. */
export function TermFields({ role, caps, offersOwner, faults }: Props) {
  const roles = memberRole.options.filter((one) => offersOwner || one !== 'owner');
  return (
    <>
      <label className="grid gap-1 text-sm font-medium">
        Role
        <select name="role" defaultValue={role} className={field}>
          {roles.map((one) => (
            <option key={one} value={one}>
              {`${one}: ${roleWords[one]}`}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend className="text-sm font-medium">Spending limit in credits</legend>
        <p className="text-sm text-quiet">
          For all API keys of the member together, and for calls in the browser. Leave a field empty for no
          limit.
        </p>
        <div className="mt-2 grid gap-3 sm:grid-cols-3">
          <CapField label="Per day" name="day" cap={caps.day} fault={faults['caps/day']} />
          <CapField label="Per month" name="month" cap={caps.month} fault={faults['caps/month']} />
          <CapField label="Total" name="total" cap={caps.total} fault={faults['caps/total']} />
        </div>
      </fieldset>
    </>
  );
}

const field = 'w-full min-w-0 rounded-md border border-line bg-paper px-3 py-2 font-normal';

function CapField({
  label,
  name,
  cap,
  fault,
}: {
  label: string;
  name: string;
  cap: number | null;
  fault: string | undefined;
}) {
  const about = useId();
  return (
    <label className="grid content-start gap-1 text-sm font-medium">
      {label}
      <input
        type="number"
        min={0}
        step={1}
        inputMode="numeric"
        name={name}
        defaultValue={cap ?? ''}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : about}
        className={field}
      />
      {fault !== undefined && (
        <span id={about} className="font-normal text-bad">
          {fault}
        </span>
      )}
    </label>
  );
}

/** The role and the limits of a form, as the portal takes them. */
export function termsOf(fields: FormData) {
  const cap = (name: string) => {
    const text = fields.get(name);
    return typeof text === 'string' && text !== '' ? Number(text) : null;
  };
  return { role: fields.get('role'), caps: { day: cap('day'), month: cap('month'), total: cap('total') } };
}
