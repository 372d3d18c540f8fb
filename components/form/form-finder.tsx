import { useId, useMemo, useState } from 'react';
import type { Arrangement, FormField } from '../../lib/form/arrange-fields.ts';
import type { FieldFault } from '../../lib/form/faults.ts';
import { searchableFields } from '../../lib/view/form/find-fields.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { anySchema } from '../../lib/schema/schema-graph.ts';
import { Combobox } from './combobox.tsx';
import type { Place } from './control-props.ts';
import { FormOutline } from './form-outline.tsx';

/** Finds a field of a large form by its name, label, help or group. */
export function FormFinder({
  fields,
  arrangement,
  value,
  faultsOf,
  onAsk,
}: {
  fields: FormField[];
  arrangement: Arrangement;
  value: JsonObject;
  faultsOf: (name: string) => FieldFault[];
  onAsk: (pointer: string) => void;
}) {
  const id = useId();
  const [isUsed, setUsed] = useState(false);
  const options = useMemo(() => (isUsed ? searchableFields(fields) : []), [fields, isUsed]);
  return (
    <div
      role="search"
      aria-label="Fields of this form"
      onFocus={() => setUsed(true)}
      onPointerEnter={() => setUsed(true)}
      className="sticky top-0 z-10 -mx-1 flex items-start gap-2 bg-paper p-1"
    >
      <div className="min-w-0 flex-1">
        <span id={`${id}-label`} className="sr-only">
          Find a field
        </span>
        <Combobox
          options={options}
          place={placeOf(id)}
          value={undefined}
          onChange={(found) => Array.isArray(found) && onAsk(String(found[0]))}
          placeholder="Find a field…"
        />
      </div>
      <FormOutline arrangement={arrangement} value={value} faultsOf={faultsOf} onAsk={onAsk} />
    </div>
  );
}

/** A search field is not part of the input. */
function placeOf(id: string): Place {
  return {
    schema: anySchema,
    pointer: '',
    label: 'Find a field',
    id,
    labelId: `${id}-label`,
    describedBy: undefined,
    required: false,
    fixed: false,
    isOpened: false,
    isCell: false,
    disabled: false,
    invalid: false,
    depth: 0,
    fallback: undefined,
  };
}
