import { type ReactNode, useId } from 'react';

/** The label at the left, and its field. */
export const fieldRow = 'grid min-w-0 gap-x-4 gap-y-1.5 sm:grid-cols-[9.25rem_minmax(0,1fr)]';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  fault: string | undefined;
  children: (input: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A field of an editor. */
export function EditorField({ label, hint, fault, children }: FieldProps) {
  const [id, about] = [useId(), useId()];
  const says = fault ?? hint;
  const isWrong = fault !== undefined;
  return (
    <div className={fieldRow}>
      <label htmlFor={id} className="font-medium sm:pt-2">
        {label}
      </label>
      <div className="grid min-w-0 gap-1.5">
        {children({
          id,
          'aria-invalid': isWrong,
          'aria-describedby': says === undefined ? undefined : about,
        })}
        {says !== undefined && (
          <p id={about} className={`text-dense break-words ${isWrong ? 'text-bad' : 'text-quiet'}`}>
            {says}
          </p>
        )}
      </div>
    </div>
  );
}

interface LineProps {
  label: string;
  hint?: string;
  fault: string | undefined;
  value: string;
  isCode?: boolean;
  placeholder?: string;
  maxLength?: number;
  onChange: (value: string) => void;
}

/** One line of text. */
export function Line({ value, isCode = false, placeholder, maxLength, onChange, ...field }: LineProps) {
  return (
    <EditorField {...field}>
      {(input) => (
        <input
          {...input}
          placeholder={placeholder}
          maxLength={maxLength}
          value={value}
          spellCheck={!isCode}
          onChange={({ target }) => onChange(target.value)}
          className={`field ${isCode ? 'font-mono' : ''}`}
        />
      )}
    </EditorField>
  );
}
