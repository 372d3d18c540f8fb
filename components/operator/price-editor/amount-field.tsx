import { useId, useState } from 'react';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import type { YamlScalar } from '../../../lib/yaml/wanted.ts';
import { scalarOf } from './typed-amount.ts';

export type Value = YamlScalar | undefined;

interface Props {
  label: string;
  /** Where the label is said by what stands around it. */
  isLabelHidden?: boolean;
  value: Value;
  /** What is published, where that differs. */
  was: Value;
  /** Left empty, it is not there. */
  isOptional?: boolean;
  fault: string | undefined;
  onChange: (value: Value) => void;
}

/** A number as one types it. What is no number stays as it is, for its fault to be seen. */
export function AmountField({
  label,
  isLabelHidden = false,
  isOptional = false,
  value,
  was,
  fault,
  onChange,
}: Props) {
  const [id, about] = [useId(), useId()];
  const empty = isOptional ? undefined : null;
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && scalarOf(typed, empty) === value;
  const isChanged = was !== undefined && was !== value;
  const says = fault ?? (isChanged ? `was ${was === null ? 'empty' : shown(was)}` : undefined);
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex min-w-0 items-center gap-2">
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-dense text-quiet'}>
          {label}
        </label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={fault !== undefined}
          aria-describedby={says === undefined ? undefined : about}
          value={isTyped ? typed : shown(value)}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(scalarOf(target.value, empty));
          }}
          className={`field w-20 shrink-0 text-right tabular-nums ${isChanged ? changedField : ''}`}
        />
        {says !== undefined && fault === undefined && (
          <span id={about} className="text-xs whitespace-nowrap text-quiet">
            {says}
          </span>
        )}
      </div>
      {fault !== undefined && (
        <p id={about} className="max-w-72 text-dense break-words text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A bar at its left: it is not what is published. */
export const changedField = 'border-l-[3px] border-l-accent';

function shown(value: Value): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return groupedNumber(value);
  return value === undefined || value === null ? '' : String(value);
}
