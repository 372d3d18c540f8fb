import type { Widget } from '../../lib/form/widget.ts';
import type { JsonValue } from '../../lib/json.ts';
import type { Place } from './control-props.ts';
import { labelsElement } from './labels-element.ts';
import { PriceMark } from './price-mark.tsx';

/** The line above a control: what it is called, what it takes, what it adds to the price. */
export function FieldLabel({
  place: { id, labelId, label, required },
  widget,
  name,
  hint,
  deprecated,
  readOnly,
  adds,
  affectsPrice,
  isHidden,
  onClear,
}: {
  place: Place;
  widget: Widget;
  name: string | undefined;
  hint: string;
  deprecated: boolean;
  readOnly: boolean;
  adds: number | undefined;
  affectsPrice: boolean;
  /** Where what stands around the field names it already, to those who see it. */
  isHidden: boolean;
  onClear: ((next: JsonValue | undefined) => void) | undefined;
}) {
  const text = { id: labelId, className: 'font-medium wrap-anywhere', children: label };
  return (
    <div className={isHidden ? 'sr-only' : 'mb-0.5 flex flex-wrap items-baseline gap-x-2 text-sm'}>
      <span className="min-w-0">
        {labelsElement(widget) ? <label htmlFor={id} {...text} /> : <span {...text} />}
        {required && (
          <span className="ml-1 text-accent" title="Required">
            <span aria-hidden="true">*</span>
            <span className="sr-only">required</span>
          </span>
        )}
      </span>
      {name !== undefined && name.toLowerCase() !== label.toLowerCase() && (
        <code className="min-w-0 font-mono text-xs break-all text-quiet">{name}</code>
      )}
      {deprecated && <span className="text-xs text-warn">deprecated</span>}
      {readOnly && <span className="text-xs text-quiet">read-only</span>}
      <span className="ml-auto flex items-baseline gap-x-3 text-xs text-quiet">
        {hint !== '' && <span id={`${id}-hint`}>{hint}</span>}
        {onClear && clears(widget, required) && (
          <button
            type="button"
            onClick={() => onClear(undefined)}
            className="min-h-6 underline-offset-4 hover:text-ink hover:underline"
          >
            Clear<span className="sr-only"> {label}</span>
          </button>
        )}
        <PriceMark adds={adds} affectsPrice={affectsPrice} />
      </span>
    </div>
  );
}

/** Whatever cannot be cleared by deleting what was typed, and is not just switched to something else. */
function clears(widget: Widget, required: boolean): boolean {
  const isSwitched = widget.kind === 'choice' || widget.kind === 'boolean' || widget.kind === 'union';
  if (required && isSwitched) return false;
  if (widget.kind === 'text') return widget.input === 'date';
  return widget.kind !== 'number' && widget.kind !== 'json';
}
