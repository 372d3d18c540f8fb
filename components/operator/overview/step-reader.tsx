'use client';

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

interface Props {
  label: string;
  /** Of the values of each step, which stand after its time. */
  names: string[];
  steps: string[][];
  /** The step that the keys begin with. */
  start: number;
  children: ReactNode;
}

/** Says the values of one step of a chart: the one below the pointer, or that the arrow keys have chosen. */
export function StepReader({ label, names, steps, start, children }: Props) {
  const [chosen, setChosen] = useState(start);
  const [isShown, setShown] = useState(false);
  const last = steps.length - 1;
  const [title = '', ...values] = steps[chosen] ?? [];
  const choose = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setShown(false);
    const next = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setShown(true);
    setChosen(Math.min(Math.max(next, 0), last));
  };
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(true);
    setChosen(Math.min(Math.max(Math.floor(((clientX - left) / width) * steps.length), 0), last));
  };
  const middle = ((chosen + 0.5) / steps.length) * 100;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={chosen}
      aria-valuetext={`${title}: ${names.map((name, index) => `${name} ${values[index] ?? ''}`).join(', ')}`}
      onKeyDown={choose}
      onPointerMove={point}
      onPointerLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
      className="absolute inset-0 rounded-sm"
    >
      {isShown && (
        <span aria-hidden className="absolute inset-y-0 w-px bg-edge" style={{ left: `${middle}%` }} />
      )}
      {children}
      {isShown && (
        <div
          aria-hidden
          className={`pointer-events-none absolute -top-2 z-20 min-w-36 rounded-md border border-line bg-raised px-2.5 py-2 text-xs whitespace-nowrap shadow-lg ${middle > 50 ? 'mr-2' : 'ml-2'}`}
          style={middle > 50 ? { right: `${100 - middle}%` } : { left: `${middle}%` }}
        >
          <p className="font-medium">{title}</p>
          {names.map((name, index) => (
            <p key={name} className="flex justify-between gap-4 text-quiet tabular-nums">
              {name} <span className={index === 0 ? 'font-semibold text-ink' : ''}>{values[index]}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
