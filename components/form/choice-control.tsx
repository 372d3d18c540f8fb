import { isShortChoice } from '../../lib/view/form/short-choice.ts';
import { optionsOf } from '../../lib/form/options.ts';
import type { ChoiceWidget } from '../../lib/form/widget.ts';
import { equal } from '../../lib/json/json.ts';
import type { ControlProps } from './control-props.ts';
import { LateCombobox } from './late-combobox.tsx';
import { RadioPills } from './radio-pills.tsx';
import { SelectInput } from './select-input.tsx';

/** One of the values that the schema names; a value that it does not name stays to be seen. */
export function ChoiceControl({ widget, place, value, onChange }: ControlProps<ChoiceWidget>) {
  const chosen = widget.options.find((option) => value !== undefined && equal(option.value, value));
  const foreign = value !== undefined && chosen === undefined ? optionsOf([value]) : [];
  const options = foreign.length > 0 ? [...widget.options, ...foreign] : widget.options;
  if (place.isCell) return <SelectInput options={options} place={place} value={value} onChange={onChange} />;
  return (
    <>
      {isShortChoice(widget.options) ? (
        <RadioPills options={options} place={place} value={value} onChange={onChange} />
      ) : (
        <LateCombobox options={options} place={place} value={value} onChange={onChange} />
      )}
      {chosen && chosen.help !== '' && <p className="text-sm text-quiet">{chosen.help}</p>}
    </>
  );
}
