import { countOf } from '../../lib/text/count-text.ts';
import { useEffect, useEffectEvent, useRef } from 'react';

interface Filter {
  /** The address that filters without scripts. */
  action: string;
  words: string;
  onChange: (words: string) => void;
  total: number;
}

/** A plain form that also works without scripts. With scripts, the list follows each letter. */
export function OperationFilter({ action, words, onChange, total }: Filter) {
  const field = useRef<HTMLInputElement>(null);
  // Picks up letters typed before the scripts ran.
  const readField = useEffectEvent(() => {
    const typed = field.current?.value ?? words;
    if (typed !== words) onChange(typed);
  });
  useEffect(() => readField(), []);
  return (
    <form
      action={action}
      role="search"
      aria-label="Operations of this API"
      onSubmit={(event) => event.preventDefault()}
    >
      <input
        ref={field}
        type="search"
        name="q"
        value={words}
        onChange={({ target }) => onChange(target.value)}
        aria-label="Filter operations"
        placeholder={`Filter ${countOf(total, 'operation')}…`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-search
        className="w-full rounded-md border border-line bg-card px-3.5 py-2 placeholder:text-quiet"
      />
    </form>
  );
}
