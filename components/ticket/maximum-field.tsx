'use client';

import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { readCredits } from '../../lib/text/typed-credits.ts';
import { useId, useState } from 'react';

interface Props {
  maximum: number | null;
  setMaximum: (maximum: number | null) => void;
  ceiling: number;
}

const mostCharacters = 14;

/** The caller's price limit. The portal refuses a call that costs more. */
export function MaximumField({ maximum, setMaximum, ceiling }: Props) {
  const id = useId();
  const [text, setText] = useState(maximum === null ? '' : String(maximum));
  const read = readMaximum(text);
  const isWrong = typeof read === 'string';
  return (
    <div className="border-t border-dashed border-line pt-3 text-sm">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id}>My limit for this call</label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={mostCharacters}
          value={text}
          placeholder={groupedNumber(ceiling)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-fault` : undefined}
          onChange={({ target }) => {
            setText(target.value);
            const typed = readMaximum(target.value);
            // A call with NaN is refused, rather than made at any price.
            setMaximum(typeof typed === 'string' ? Number.NaN : typed);
          }}
          className="w-28 beside:w-20 rounded-md border border-line bg-paper px-2 py-1 text-right tabular-nums placeholder:text-quiet aria-invalid:border-bad"
        />
      </div>
      {isWrong && (
        <p id={`${id}-fault`} className="mt-1 text-xs text-bad">
          {read}
        </p>
      )}
    </div>
  );
}

/** A sentence if it is no limit. */
function readMaximum(text: string): number | string | null {
  if (text.trim() === '') return null;
  const read = readCredits(text);
  return typeof read === 'number' && read < 0 ? 'Enter 0 or more credits, or leave it empty.' : read;
}
