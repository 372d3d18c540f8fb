import type { Ref } from 'react';
import { leastPasswordLetters } from '../../lib/account/password-limits.ts';
import { TextField } from './text-field.tsx';

/** The email address that a password manager stores with the password, and where it offers passkeys. */
export function EmailField({
  fault,
  email = '',
  ref,
  autoFocus = false,
}: {
  fault: string | undefined;
  email?: string;
  ref?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username webauthn"
      autoFocus={autoFocus}
      defaultValue={email}
      ref={ref}
      fault={fault}
    />
  );
}

/** The password that a person has. */
export function PasswordField({
  label,
  name,
  fault,
  autoFocus = false,
}: {
  label: string;
  name: string;
  fault: string | undefined;
  autoFocus?: boolean;
}) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      fault={fault}
    />
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
