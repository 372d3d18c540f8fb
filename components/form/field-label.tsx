import type { Widget } from '../../lib/form/widget.ts';
import type { Place } from './control-props.ts';
import { labelsElement } from './labels-element.ts';
import { PriceMark } from './price-mark.tsx';

/** The label of a field, with its hint and its part of the price. */
export function FieldLabel({
  place: { id, labelId, label, required },
  widget,
  name,
  ordinal,
  hint,
  deprecated,
  readOnly,
  adds,
  affectsPrice,
  isHidden,
  hasClear,
}: {
  place: Place;
  widget: Widget;
  name: string | undefined;
  ordinal: number | undefined;
  hint: string;
  deprecated: boolean;
  readOnly: boolean;
  adds: number | undefined;
  affectsPrice: boolean;
  /** Hidden visually where the surroundings name the field. */
  isHidden: boolean;
  /** Leaves room for the Clear button. */
  hasClear: boolean;
}) {
  const children =
    ordinal === undefined ? (
      label
    ) : (
      <>
        <span className="sr-only">{label}</span>
        <span aria-hidden="true">{ordinal}</span>
      </>
    );
  const text = { id: labelId, className: 'font-medium wrap-anywhere', children };
  return (
    <div
      className={
        isHidden
          ? 'sr-only'
          : `mb-0.5 flex flex-wrap items-baseline gap-x-2 text-sm ${hasClear ? 'pr-12' : ''}`
      }
    >
      <span className="min-w-0">
        {labelsElement(widget) ? <label htmlFor={id} {...text} /> : <span {...text} />}
        {required && (
          <span id={`${id}-required`} className="ml-1 text-accent" title="Required">
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
        <PriceMark adds={adds} affectsPrice={affectsPrice} />
      </span>
    </div>
  );
}
