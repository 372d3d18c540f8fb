import { TextField } from './text-field.tsx';

/** A code of the authenticator app, or a recovery code. */
export function CodeField({
  fault,
  hint = 'Six digits from your authenticator app, or a recovery code.',
}: {
  fault: string | undefined;
  hint?: string;
}) {
  return (
    <TextField
      label="Code"
      name="code"
      type="text"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoFocus
      hint={hint}
      fault={fault}
    />
  );
}
