import { leastPasswordLetters } from '../../lib/account/password-limits.ts';
import { TextField } from './text-field.tsx';

/** The email address that a password manager stores with the password. */
export function EmailField({ fault, email = '' }: { fault: string | undefined; email?: string }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={email}
      fault={fault}
    />
  );
}

/** The password that a person has. */
export function PasswordField({
  label,
  name,
  fault,
}: {
  label: string;
  name: string;
  fault: string | undefined;
}) {
  return (
    <TextField label={label} name={name} type="password" autoComplete="current-password" fault={fault} />
  );
}

/** The password that a person chooses. */
export function NewPasswordField({ label, fault }: { label: string; fault: string | undefined }) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      hint={`At least ${leastPasswordLetters} characters.`}
      fault={fault}
    />
  );
}
