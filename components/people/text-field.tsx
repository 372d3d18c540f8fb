import { type ComponentProps, useId } from 'react';

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
        className="w-full min-w-0 rounded-md border border-line bg-paper px-3 py-2 placeholder:text-quiet"
      />
      {says !== undefined && (
        <p id={about} className={`text-sm ${fault === undefined ? 'text-quiet' : 'text-bad'}`}>
          {says}
        </p>
      )}
    </div>
  );
}
