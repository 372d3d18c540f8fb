'use client';

import { memo, useCallback, useId, Suspense } from 'react';
import { describe } from '../../lib/form/describe.ts';
import { isGroup, type Widget } from '../../lib/form/widget.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import { hasClear, hintOf, isShortChoice } from '../../lib/view/form/control-view.ts';
import { lazyPart } from '../lazy-boundary.tsx';
import { describedBy, type FieldProps, type Place } from './control-props.ts';
import { Control } from './control.tsx';
import { FieldFaults } from './field-faults.tsx';
import { thenFocusField } from './focus-field.ts';

const groupsOfElements = new Set<Widget['kind']>(['list', 'picks', 'file', 'object']);

function isGroupOfElements({ kind }: Widget): boolean {
  return groupsOfElements.has(kind);
}

/** A field of the form: label, help, control and errors. */
export const Field = memo(function Field(props: FieldProps) {
  const { schema, slot, pointer, label, value, onChange, faults } = props;
  const { required = false, fixed = false, isCell = false, depth = 0 } = props;
  const description = describe(schema);
  const id = useId();
  const change = useCallback((next: JsonValue | undefined) => onChange(slot, next), [onChange, slot]);
  if (description.readOnly && value === undefined) return null;
  // In a table, the help is in the heading.
  const help = isCell ? '' : (props.help ?? description.help);
  const fallback = props.fallback ?? description.default;
  const hint = hintOf(description, fallback);
  const isLeaf = !isGroup(description.widget) || value === null;
  const shown = isLeaf ? faults : [];
  const describing = describedBy(
    // Screen readers do not read the label of a group as required.
    required && isGroupOfElements(description.widget) && `${id}-required`,
    help !== '' && `${id}-help`,
    hint !== '' && `${id}-hint`,
    shown.length > 0 && `${id}-faults`,
  );
  const place = {
    schema,
    pointer,
    label,
    id,
    labelId: `${id}-label`,
    describedBy: describing,
    required,
    fixed,
    isOpened: props.isOpened === true,
    isCell,
    disabled: props.disabled === true || description.readOnly,
    invalid: shown.length > 0,
    depth,
    fallback,
  };
  const isClearable =
    !fixed && !isCell && value !== undefined && !place.disabled && hasClear(description.widget, required);
  return (
    <div data-pointer={pointer} className="group/field relative min-w-0 scroll-mt-24">
      <FieldLabel
        place={place}
        widget={description.widget}
        name={props.name}
        ordinal={props.ordinal}
        hint={hint}
        deprecated={description.deprecated}
        readOnly={description.readOnly}
        adds={props.adds}
        affectsPrice={props.affectsPrice === true}
        isHidden={props.hidesLabel === true && !isGroup(description.widget)}
        hasClear={isClearable}
      />
      {help !== '' && <HelpText id={`${id}-help`} text={help} />}
      <Control place={place} value={value} onChange={change} faults={faults} />
      <FieldFaults id={`${id}-faults`} faults={shown} />
      {isClearable && (
        <ClearButton label={label} onClear={(button) => thenFocusField(button, () => change(undefined))} />
      )}
    </div>
  );
});

/** In the line of the label for the eye, and after the field for the keyboard. */
function ClearButton({ label, onClear }: { label: string; onClear: (button: Element) => void }) {
  return (
    <button
      type="button"
      data-tool="clear"
      onClick={({ currentTarget }) => onClear(currentTarget)}
      className="absolute top-0 right-0 min-h-6 text-xs text-quiet underline-offset-4 hover:text-ink hover:underline"
    >
      Clear<span className="sr-only"> {label}</span>
    </button>
  );
}

interface Props {
  text: string;
}

/** Most help is plain text. If the script does not load, Markdown is shown as it is written. */
const MarkedHelp = lazyPart<Props>(async () =>
  import('./marked-help.tsx').then(
    (part) => part.MarkedHelp,
    () => PlainHelp,
  ),
);

function HelpText({ id, text }: Props & { id: string }) {
  const plain = <PlainHelp text={text} />;
  return (
    <div id={id} className="mb-1 text-sm text-pretty break-words text-quiet">
      {isPlain(text.trim()) ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <MarkedHelp text={text} />
        </Suspense>
      )}
    </div>
  );
}

function PlainHelp({ text }: Props) {
  return <p>{text}</p>;
}

const mostPlainCharacters = 220;

function isPlain(text: string): boolean {
  return text.length <= mostPlainCharacters && !/[`*_~[\]<>&|#\\]|\n\s*\n|^\s*(?:[-+]|\d+[.)])\s/m.test(text);
}

/** The label of a field, with its hint and its part of the price. */
function FieldLabel({
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

/** Whether the label is for one element; a group has `aria-labelledby` instead. */
function labelsElement(widget: Widget): boolean {
  switch (widget.kind) {
    case 'text':
    case 'number':
    case 'json':
      return true;
    case 'choice':
      return !isShortChoice(widget.options);
    default:
      return false;
  }
}

export interface PriceOfField {
  adds: number | null;
  affectsPrice: boolean;
}

/** How much a field adds to the price, or that it affects it. */
function PriceMark({ adds, affectsPrice }: { adds: number | undefined; affectsPrice: boolean }) {
  if (adds !== undefined && adds !== 0) {
    const amount = `${adds < 0 ? '−' : '+'}${groupedNumber(Math.abs(adds))}`;
    return (
      <span className="rounded-sm bg-accent-soft px-1.5 font-medium whitespace-nowrap text-accent tabular-nums">
        <span aria-hidden="true">{amount}</span>
        <span className="sr-only">adds {creditsText(adds)}</span>
      </span>
    );
  }
  if (!affectsPrice) return null;
  return (
    <span className="self-center text-accent" title="Affects the price">
      <svg aria-hidden="true" viewBox="0 0 16 10" className="h-2.5 w-4 fill-none stroke-current">
        <path d="M1 1h14v2.5a1.5 1.5 0 0 0 0 3V9H1V6.5a1.5 1.5 0 0 0 0-3z" />
        <path d="M10.5 1v8" strokeDasharray="1.6 1.2" />
      </svg>
      <span className="sr-only">affects the price</span>
    </span>
  );
}
