import type { Widget } from '../../lib/form/widget.ts';
import type { ControlProps } from './control-props.ts';
import { RadioPills } from './radio-pills.tsx';
import { SelectInput } from './select-input.tsx';

const options = [
  { value: true, label: 'true', help: '' },
  { value: false, label: 'false', help: '' },
];

/** Yes, no or unset, which a checkbox cannot show. */
export function BooleanControl({
  place,
  value,
  onChange,
}: ControlProps<Extract<Widget, { kind: 'boolean' }>>) {
  if (place.isCell) return <SelectInput options={options} place={place} value={value} onChange={onChange} />;
  return <RadioPills options={options} place={place} value={value} onChange={onChange} />;
}
