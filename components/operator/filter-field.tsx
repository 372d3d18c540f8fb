import type { ReactNode } from 'react';

const look = 'block h-11 w-full min-w-0 rounded-md border border-line bg-card px-3 placeholder:text-quiet';

interface Props {
  label: string;
  name: string;
  value: string | undefined;
}

/** A text to filter by. */
export function FilterText({ label, name, value = '', hint }: Props & { hint?: string }) {
  return (
    <Labelled label={label}>
      <input name={name} defaultValue={value} maxLength={200} placeholder={hint} className={look} />
    </Labelled>
  );
}

/** A date or a time (UTC) to filter by. */
export function FilterTime({ label, name, value = '' }: Props) {
  return (
    <Labelled label={label}>
      <input
        name={name}
        defaultValue={value}
        pattern="\d{4}-\d\d-\d\d(T.+)?"
        title="A date such as 2026-11-21, or a date and time such as 2026-11-21T08:00:00Z"
        placeholder="2026-11-21"
        className={look}
      />
    </Labelled>
  );
}

/** A choice to filter by, with words for each value. */
export function FilterChoice({ label, name, value = '', words }: Props & { words: Record<string, string> }) {
  return (
    <Labelled label={label}>
      <select name={name} defaultValue={value} className={look}>
        <option value="">Any</option>
        {Object.entries(words).map(([one, word]) => (
          <option key={one} value={one}>
            {word}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid min-w-0 flex-1 basis-40 gap-1 text-sm text-quiet">
      {label}
      <span className="text-base text-ink">{children}</span>
    </label>
  );
}
