import { TextField, textOf } from '../people/fields.tsx';

/** Why something is changed, for the audit log. `hint`: who else reads it. */
export function ReasonField({
  fault,
  isOptional = false,
  hint = 'Kept in the audit log.',
}: {
  fault: string | undefined;
  isOptional?: boolean;
  hint?: string;
}) {
  return (
    <TextField
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      name="reason"
      required={!isOptional}
      maxLength={500}
      hint={hint}
      fault={fault}
    />
  );
}

/** The reason in a form; absent if nothing was written. */
export function reasonOf(fields: FormData): { reason?: string } {
  const reason = textOf(fields, 'reason').trim();
  return reason === '' ? {} : { reason };
}
