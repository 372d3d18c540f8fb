'use client';

import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { useId, useState } from 'react';

interface Props {
  maximum: number | null;
  setMaximum: (maximum: number | null) => void;
  ceiling: number;
}

const mostDigits = 10;

/** The caller's price limit. The portal refuses a call that costs more. */
export function MaximumField({ maximum, setMaximum, ceiling }: Props) {
  const id = useId();
  const [text, setText] = useState(maximum === null ? '' : String(maximum));
  const isWrong = Number.isNaN(readMaximum(text));
  return (
    <div className="border-t border-dashed border-line pt-3 text-sm">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id}>My limit for this call</label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={mostDigits}
          value={text}
          placeholder={groupedNumber(ceiling)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-fault` : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setMaximum(readMaximum(target.value));
          }}
          className="w-28 beside:w-20 rounded-md border border-line bg-paper px-2 py-1 text-right tabular-nums placeholder:text-quiet aria-invalid:border-bad"
        />
      </div>
      {isWrong && (
        <p id={`${id}-fault`} className="mt-1 text-xs text-bad">
          Enter a whole number of credits, or leave it empty.
        </p>
      )}
    </div>
  );
}

/** NaN if it is not a number: then no call is made, rather than one at any price. */
function readMaximum(text: string): number | null {
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
