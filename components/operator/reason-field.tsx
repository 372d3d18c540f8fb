import { TextField } from '../people/text-field.tsx';

/** Why something is changed, for the audit log. */
export function ReasonField({
  fault,
  isOptional = false,
}: {
  fault: string | undefined;
  isOptional?: boolean;
}) {
  return (
    <TextField
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      name="reason"
      required={!isOptional}
      maxLength={500}
      hint="Kept in the audit log."
      fault={fault}
    />
  );
}
