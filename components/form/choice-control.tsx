import { isShortChoice } from '../../lib/view/form/short-choice.ts';
import { optionsOf } from '../../lib/form/options.ts';
import type { ChoiceWidget } from '../../lib/form/widget.ts';
import { equal } from '../../lib/json/json.ts';
import type { ControlProps } from './control-props.ts';
import { LazyCombobox } from './lazy-combobox.tsx';
import { RadioPills } from './radio-pills.tsx';
import { SelectInput } from './select-input.tsx';

/** One of the values in the schema. Any other value is shown as one more option. */
export function ChoiceControl({ widget, place, value, onChange }: ControlProps<ChoiceWidget>) {
  const chosen = widget.options.find((option) => value !== undefined && equal(option.value, value));
  const unknownOptions = value !== undefined && chosen === undefined ? optionsOf([value]) : [];
  const options = unknownOptions.length > 0 ? [...widget.options, ...unknownOptions] : widget.options;
  if (place.isCell) return <SelectInput options={options} place={place} value={value} onChange={onChange} />;
  return (
    <>
      {isShortChoice(widget.options) ? (
        <RadioPills options={options} place={place} value={value} onChange={onChange} />
      ) : (
        <LazyCombobox options={options} place={place} value={value} onChange={onChange} />
      )}
      {chosen && chosen.help !== '' && <p className="text-sm text-quiet">{chosen.help}</p>}
    </>
  );
}
