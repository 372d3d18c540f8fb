import { useId, useState } from 'react';
import { inputStyle } from './input-style.ts';

/** The key of an object member. An invalid key shows an error and does not rename the member. */
export function KeyInput({
  value,
  label,
  faultOf,
  onCommit,
  disabled,
}: {
  value: string;
  label: string;
  faultOf: (typed: string) => string | undefined;
  onCommit: (typed: string) => void;
  disabled: boolean;
}) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const id = useId();
  const fault = typed === undefined ? undefined : faultOf(typed);
  return (
    <div className="min-w-0 flex-1">
      <input
        ref={(input) => input?.setCustomValidity(fault ?? '')}
        type="text"
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed ?? value}
        disabled={disabled}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        onChange={({ target }) => {
          const isName = target.value === value || faultOf(target.value) === undefined;
          setTyped(isName ? undefined : target.value);
          if (isName && target.value !== value) onCommit(target.value);
        }}
        onBlur={() => setTyped(undefined)}
        className={`${inputStyle} max-w-60 py-1 font-mono text-sm`}
      />
      {fault !== undefined && (
        <p id={id} className="mt-1 text-sm text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}
