import { useId } from 'react';
import { plusIcon } from '../../shell/icon-paths.ts';
import { crossIcon, Icon } from '../../shell/icons.tsx';
import type { Value } from './amount-field.tsx';

interface TextProps {
  label: string;
  isLabelHidden?: boolean;
  value: Value;
  fault: string | undefined;
  className?: string;
  onChange: (value: string) => void;
}

/** A short text beside its label. */
export function TextField({
  label,
  isLabelHidden = false,
  value,
  fault,
  className = 'w-32',
  onChange,
}: TextProps) {
  const [id, about] = [useId(), useId()];
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex min-w-0 items-center gap-2">
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-dense text-quiet'}>
          {label}
        </label>
        <input
          id={id}
          autoComplete="off"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : about}
          value={value === undefined || value === null ? '' : String(value)}
          onChange={({ target }) => onChange(target.value)}
          className={`field ${className}`}
        />
      </div>
      {fault !== undefined && (
        <p id={about} className="max-w-72 text-dense break-words text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

interface SegmentsProps<Id extends string> {
  label: string;
  choices: Readonly<Record<Id, string>>;
  chosen: Id | undefined;
  fault?: string | undefined;
  choose: (id: Id) => void;
}

/** One of a few, side by side. */
export function Segments<Id extends string>({ label, choices, chosen, fault, choose }: SegmentsProps<Id>) {
  const name = useId();
  const ids = Object.keys(choices).filter((id): id is Id => Object.hasOwn(choices, id));
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap rounded-md border border-line bg-sunk p-0.5">
      <legend className="sr-only">{label}</legend>
      {ids.map((id) => (
        <label
          key={id}
          className="flex min-h-7 cursor-pointer items-center rounded px-2.5 text-dense text-quiet has-checked:bg-card has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent max-sm:min-h-10"
        >
          <input
            type="radio"
            name={name}
            checked={id === chosen}
            onChange={() => choose(id)}
            className="sr-only"
          />
          {choices[id]}
        </label>
      ))}
      {fault !== undefined && <p className="basis-full px-2.5 pb-1 text-dense text-bad">{fault}</p>}
    </fieldset>
  );
}

export function Add({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="button button-small">
      <Icon path={plusIcon} className="size-3.5" />
      {children}
    </button>
  );
}

interface RemoveProps {
  name: string;
  className?: string;
  onClick: () => void;
}

export function Remove({ name, className = '', onClick }: RemoveProps) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      onClick={onClick}
      className={`grid size-7 place-items-center rounded text-quiet hover:bg-hover hover:text-ink max-sm:size-11 ${className}`}
    >
      <Icon path={crossIcon} className="size-3.5" />
    </button>
  );
}
