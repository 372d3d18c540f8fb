import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { creditsPattern, readCredits } from '../../lib/text/typed-credits.ts';
import { ShownOnce } from '../shell/shown-once.tsx';

export const field = 'field font-normal';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  fault: string | undefined;
}

/** A field of a form for keys, with its fault. */
export function Field({ label, hint, fault, ...input }: Props) {
  const [id, about] = [useId(), useId()];
  const says = fault ?? hint;
  return (
    <div className="grid content-start gap-1 text-sm font-medium">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={says === undefined ? undefined : about}
        className={`${field} placeholder:text-quiet`}
      />
      {says !== undefined && (
        <span id={about} className={`font-normal ${fault === undefined ? 'text-quiet' : 'text-bad'}`}>
          {says}
        </span>
      )}
    </div>
  );
}

interface SelectProps extends ComponentProps<'select'> {
  label: string;
  options?: readonly (readonly [value: string | number, label: string])[];
  fault?: string | undefined;
}

/** A choice of a form, with its fault. */
export function SelectField({ label, options = [], fault, children, ...select }: SelectProps) {
  return (
    <label className="grid content-start gap-1 text-sm font-medium">
      {label}
      <select {...select} className={field}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        {children}
      </select>
      {fault !== undefined && <span className="font-normal text-bad">{fault}</span>}
    </label>
  );
}

/** Something that is chosen or not. `className`: of its text. */
export function CheckField({
  children,
  className = '',
  ...input
}: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={`flex min-h-6 items-center gap-2 text-sm ${className}`}>
      <input type="checkbox" {...input} className="size-5 shrink-0 accent-accent" />
      <span className="min-w-0 break-words">{children}</span>
    </label>
  );
}

/** A field for credits, which takes `1,000` and says below itself what is wrong with other texts. */
export function CreditsField({ fault, ...input }: Props) {
  const [wrong, setWrong] = useState<string>();
  return (
    <Field
      inputMode="numeric"
      pattern={creditsPattern}
      {...input}
      fault={wrong ?? fault}
      onInput={() => setWrong(undefined)}
      onInvalid={(event) => {
        const { value, validity, validationMessage } = event.currentTarget;
        if (!validity.patternMismatch) return;
        const read = readCredits(value);
        event.preventDefault();
        event.currentTarget.focus();
        setWrong(typeof read === 'string' ? read : validationMessage);
      }}
    />
  );
}

/** The new key, of which the portal stores only a hash. */
export function CreatedKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <ShownOnce title="Your new API key" secret={apiKey} name="key" onClose={onClose}>
      This key is shown only once. Copy it now and store it like a password: anyone who has it can spend your
      account’s credits.
    </ShownOnce>
  );
}
