import { type ComponentProps, useId, type Ref } from 'react';
import { OperatorText } from '../operator-text.tsx';
import { leastPasswordLetters } from '../../lib/account/password-limits.ts';

interface Props extends ComponentProps<'input'> {
  label: string;
  /** The rule for the value. */
  hint?: string;
  fault: string | undefined;
}

/** A labelled input of a form about people. */
export function TextField({ label, hint, fault, ...input }: Props) {
  const [id, about] = [useId(), useId()];
  const says = fault ?? hint;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        required
        {...input}
        id={id}
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={says === undefined ? undefined : about}
        className="field"
      />
      {says !== undefined && (
        <p id={about} className={`text-sm ${fault === undefined ? 'text-quiet' : 'text-bad'}`}>
          {says}
        </p>
      )}
    </div>
  );
}

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

/** Says why a sign-in elsewhere led to nothing. */
export function RefusedNote({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p role="alert" className="mt-4 rounded-md border border-line bg-card p-4 text-bad">
      <OperatorText>{sentence}</OperatorText>
    </p>
  );
}

/** A field of a form as text. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
