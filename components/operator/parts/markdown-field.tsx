import { Markdown } from '../../markdown.tsx';
import { EditorField, fieldRow } from './editor-field.tsx';

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
          className="max-h-96 min-h-24 overflow-auto rounded-md border border-line bg-paper px-4 py-3 wrap-anywhere [&_a]:text-accent [&_a]:underline [&_code]:font-mono [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:mt-4 [&_h2]:font-semibold [&_li]:ml-5 [&_li]:list-disc [&_p]:my-2 [&_pre]:my-2 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunk [&_pre]:p-3 [&>:first-child]:mt-0"
        >
          <Markdown text={value} isOwn={isOwn} />
        </div>
      </div>
    </>
  );
}
