import { type KeyboardEvent, useState } from 'react';
import { isTooLong, numberText, readNumber } from '../../../lib/form/number-text.ts';
import { steppedNumber } from '../../../lib/view/form/control-view.ts';
import type { NumberWidget } from '../../../lib/form/widget.ts';
import { type ControlProps, inputStyle, tied } from '../control-props.ts';
import { useEarlyText } from './text-control.tsx';

/** A number. A text input, because a number input drops unfinished numbers. */
export function NumberControl({ widget, place, value, onChange }: ControlProps<NumberWidget>) {
  const [typed, setTyped] = useState('');
  const hasSlider = widget.slider && !place.isCell;
  const text = (readNumber(typed) ?? '') === (value ?? '') ? typed : numberText(value);
  const change = (next: string) => {
    setTyped(next);
    onChange(readNumber(next) ?? (place.fixed ? '' : undefined));
  };
  useEarlyText(place.id, text, change);
  const step = (event: KeyboardEvent) => {
    if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const steps = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1);
    change(String(steppedNumber(widget, value, steps)));
  };
  return (
    <>
      <div className="flex items-center gap-3">
        {hasSlider && (
          <input
            type="range"
            aria-label={`${place.label}, by slider`}
            min={widget.min}
            max={widget.max}
            step={widget.step}
            value={typeof value === 'number' ? value : Number(place.fallback ?? widget.min)}
            disabled={place.disabled}
            onChange={(event) => change(event.target.value)}
            className={`h-6 min-w-0 flex-1 accent-accent ${typeof value === 'number' ? '' : 'opacity-50'}`}
          />
        )}
        <input
          {...tied(place)}
          type="text"
          inputMode={widget.whole && (widget.min ?? -1) >= 0 ? 'numeric' : 'text'}
          autoComplete="off"
          value={text}
          placeholder={numberText(place.fallback)}
          disabled={place.disabled}
          onChange={(event) => change(event.target.value)}
          onKeyDown={step}
          className={`${inputStyle} tabular-nums ${place.isCell ? '' : hasSlider ? 'max-w-28' : 'max-w-60'}`}
        />
      </div>
      {isTooLong(text) && (
        <p className="mt-1 text-sm text-warn">JSON cannot hold this number exactly, so it is sent as text.</p>
      )}
    </>
  );
}
