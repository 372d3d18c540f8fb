'use client';

import { describe } from '../../lib/form/describe.ts';
import { fitsWidget } from '../../lib/view/form/control-view.ts';
import type { Widget } from '../../lib/form/widget.ts';
import { LazyControl } from './lazy-control.tsx';
import { lazyPart } from '../lazy-boundary.tsx';
import { BooleanControl, ChoiceControl } from './controls/choice-control.tsx';
import type { ControlProps, AnyControlProps } from './control-props.ts';
import { FileControl } from './controls/file-control.tsx';
import { JsonControl } from './controls/json-control.tsx';
import { LazyUnionControl } from './lazy-union-control.tsx';
import { ListControl } from './controls/list-control.tsx';
import { NullSwitch } from './null-switch.tsx';
import { NumberControl } from './controls/number-control.tsx';
import { ObjectControl } from './controls/object-control.tsx';
import { TextControl } from './controls/text-control.tsx';

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
        This value has another type than the API describes, so it is shown as JSON.
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
