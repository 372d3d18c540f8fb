import { type InputHTMLAttributes, useId } from 'react';

export const field = 'w-full min-w-0 rounded-md border border-line bg-paper px-3 py-2 font-normal';

/** A field of a form for keys, with its fault. */
export function Field({
  label,
  fault,
  ...input
}: { label: string; fault: string | undefined } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <label className="grid content-start gap-1 text-sm font-medium">
      {label}
      <input
        {...input}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        className={`${field} placeholder:text-quiet`}
      />
      {fault !== undefined && (
        <span id={id} className="font-normal text-bad">
          {fault}
        </span>
      )}
    </label>
  );
}
