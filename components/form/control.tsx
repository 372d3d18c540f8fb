'use client';

import { type ReactNode, useRef } from 'react';
import { describe } from '../../lib/form/describe.ts';
import { firstValue } from '../../lib/form/first-value.ts';
import type { Widget, UnionWidget } from '../../lib/form/widget.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import { fitsWidget } from '../../lib/view/form/control-view.ts';
import { lazyPart } from '../lazy-boundary.tsx';
import type { ControlProps, AnyControlProps, Place } from './control-props.ts';
import { BooleanControl, ChoiceControl } from './controls/choice-control.tsx';
import { FileControl } from './controls/file-control.tsx';
import { JsonControl } from './controls/json-control.tsx';
import { ListControl } from './controls/list-control.tsx';
import { NumberControl } from './controls/number-control.tsx';
import { ObjectControl } from './controls/object-control.tsx';
import { TextControl } from './controls/text-control.tsx';
import { LazyControl } from './lazy-control.tsx';

const PicksControl = lazyPart(async () => (await import('./controls/picks-control.tsx')).PicksControl);

/** The control for a schema. A value of another type is shown as JSON, so that it is not lost. */
export function Control(props: AnyControlProps) {
  const { place, value, onChange } = props;
  const { widget, nullable } = describe(place.schema);
  if (!nullable) return <AnyControl {...props} widget={widget} />;
  return (
    <NullSwitch place={place} value={value} onChange={onChange}>
      <AnyControl {...props} widget={widget} />
    </NullSwitch>
  );
}

function AnyControl(props: ControlProps<Widget>) {
  const { widget, value } = props;
  if (value === undefined || fitsWidget(widget, value)) return <FittingControl {...props} />;
  return (
    <>
      <p className="mb-1 text-sm text-warn">
        This value does not have the type that the API describes, so it is shown as JSON.
      </p>
      <JsonControl {...props} widget={{ kind: 'json', holds: 'anything' }} />
    </>
  );
}

function FittingControl({ widget, ...props }: ControlProps<Widget>) {
  switch (widget.kind) {
    case 'text':
      return <TextControl widget={widget} {...props} />;
    case 'number':
      return <NumberControl widget={widget} {...props} />;
    case 'boolean':
      return <BooleanControl widget={widget} {...props} />;
    case 'choice':
      return <ChoiceControl widget={widget} {...props} />;
    case 'picks':
      return (
        <LazyControl what="The choices">
          <PicksControl widget={widget} {...props} />
        </LazyControl>
      );
    case 'file':
      return <FileControl widget={widget} {...props} />;
    case 'list':
      return <ListControl widget={widget} {...props} />;
    case 'object':
      return <ObjectControl widget={widget} {...props} />;
    case 'union':
      return <LazyUnionControl widget={widget} {...props} />;
    case 'json':
      return <JsonControl widget={widget} {...props} />;
  }
}

/** Few fields take several kinds of value, and which of them a value is takes some weighing. */
const LoadedUnionControl = lazyPart(async () => (await import('./controls/union-control.tsx')).UnionControl);

function LazyUnionControl(props: ControlProps<UnionWidget>) {
  return (
    <LazyControl what="The kinds of value">
      <LoadedUnionControl {...props} />
    </LazyControl>
  );
}

/** Switches between null and a value, and restores the last value. */
function NullSwitch({
  place,
  value,
  onChange,
  children,
}: {
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
  children: ReactNode;
}) {
  const before = useRef<JsonValue | undefined>(undefined);
  const isNull = value === null;
  const toggle = () => {
    if (!isNull) before.current = value;
    // If the schema allows any value, `firstValue` is null, which is the value to leave.
    const empty = place.fixed ? (firstValue(place.schema) ?? '') : undefined;
    onChange(isNull ? (before.current ?? empty) : null);
  };
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        {isNull ? (
          <p className="rounded-md border border-dashed border-line px-3 py-2 font-mono text-sm text-quiet">
            null
          </p>
        ) : (
          children
        )}
      </div>
      <button
        type="button"
        aria-pressed={isNull}
        disabled={place.disabled}
        onClick={toggle}
        className="mt-1.5 min-h-7 rounded-full border border-line px-2 font-mono text-xs text-quiet hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        <span className="sr-only">{place.label}: </span>null
      </button>
    </div>
  );
}
