import { useId, useState } from 'react';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { readCredits } from '../../../lib/text/typed-credits.ts';
import { messageOf } from '../../problem-error.ts';
import { useChoices } from './import-options.ts';

interface Props {
  id: string;
  label: string;
  value: number | null;
  /** In an empty field: what holds then. */
  hint: string;
  isDisabled?: boolean;
  /** Whose price it is. */
  choice: { group?: number; operations?: number[] };
}

/** Credits for each call, stored when the field is left. Empty is the published price. */
export function PriceField({ id, label, value, hint, isDisabled = false, choice }: Props) {
  const [text, setText] = useState<string>();
  const [fault, setFault] = useState<string>();
  const about = useId();
  const { mutate } = useChoices(id);
  const store = () => {
    if (text === undefined) return;
    const price = priceOf(text);
    setFault(typeof price === 'string' ? price : undefined);
    if (typeof price === 'string') return;
    if (price === value) return setText(undefined);
    mutate(
      { choices: [{ ...choice, price }] },
      { onSuccess: () => setText(undefined), onError: (error) => setFault(messageOf(error)) },
    );
  };
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : about}
        inputMode="numeric"
        autoComplete="off"
        disabled={isDisabled}
        placeholder={hint}
        value={text ?? priceText(value)}
        onChange={({ target }) => setText(target.value)}
        onBlur={store}
        onKeyDown={({ key }) => key === 'Enter' && store()}
        className="h-7 w-full min-w-0 rounded border border-edge bg-card px-2 text-right tabular-nums placeholder:text-quiet disabled:bg-sunk disabled:text-quiet aria-invalid:border-bad max-sm:h-11"
      />
      {fault !== undefined && (
        <span id={about} role="alert" className="block pb-1 text-left text-xs text-bad">
          {fault}
        </span>
      )}
    </>
  );
}

function priceText(value: number | null): string {
  if (value === null) return '';
  return value === 0 ? 'Free' : groupedNumber(value);
}

/** Null for the published price, or a sentence. */
export function priceOf(text: string): number | null | string {
  if (text.trim() === '') return null;
  if (/^\s*free\s*$/i.test(text)) return 0;
  return readCredits(text);
}

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  isMixed?: boolean;
  isDisabled?: boolean;
  change: (isChecked: boolean) => void;
}

export function Checkbox({ label, isChecked, isMixed = false, isDisabled = false, change }: CheckboxProps) {
  return (
    <label className="relative grid size-9 cursor-pointer place-items-center has-disabled:cursor-default max-sm:-ml-2 max-sm:h-11">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={() => change(!isChecked)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
