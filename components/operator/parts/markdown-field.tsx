import { type ReactNode, useId } from 'react';
import { Markdown } from '../../markdown.tsx';

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

interface Props {
  label: string;
  /** What is previewed: "the documentation". */
  of: string;
  value: string;
  fault: string | undefined;
  rows: number;
  /** Whether only the portal's own pages may be linked to. */
  isOwn?: boolean;
  onChange: (value: string) => void;
}

/** Markdown, and how readers see it. */
export function MarkdownField({ label, of, value, fault, rows, isOwn = false, onChange }: Props) {
  return (
    <>
      <EditorField label={label} hint="Markdown." fault={fault}>
        {(input) => (
          <textarea
            {...input}
            value={value}
            rows={rows}
            spellCheck
            onChange={({ target }) => onChange(target.value)}
            className="field h-auto py-2 font-mono text-dense"
          />
        )}
      </EditorField>
      <div className={fieldRow}>
        <h3 className="font-medium sm:pt-2">Preview</h3>
        <div
          role="region"
          aria-label={`Preview of ${of}`}
          tabIndex={0}
          className="max-h-96 min-h-24 overflow-auto rounded-md border border-line bg-paper px-4 py-3 wrap-anywhere [&_code]:font-mono [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:mt-4 [&_h2]:font-semibold [&_li]:ml-5 [&_li]:list-disc [&_p]:my-2 [&_pre]:my-2 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunk [&_pre]:p-3 [&>:first-child]:mt-0"
        >
          <Markdown text={value} isOwn={isOwn} />
        </div>
      </div>
    </>
  );
}
