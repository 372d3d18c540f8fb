import { useId, useMemo, useState, type FocusEvent, type KeyboardEvent, useRef } from 'react';
import type { Arrangement, FormField, FormSection } from '../../lib/form/arrange-fields.ts';
import { type FieldFault, pointerOf } from '../../lib/form/faults.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { anySchema } from '../../lib/schema/schema-graph.ts';
import { searchableFields } from '../../lib/view/form/form-fields.ts';
import { quietButton } from '../shell/buttons.tsx';
import { useHydrated } from '../shell/use-hydrated.ts';
import { Combobox } from './controls/combobox.tsx';
import type { Place } from './control-props.ts';

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

/** The groups of a large form, with the number of filled and faulty fields in each. */
export function FormOutline({
  arrangement: { lead, sections },
  value,
  faultsOf,
  onAsk,
}: {
  arrangement: Arrangement;
  value: JsonObject;
  faultsOf: (name: string) => FieldFault[];
  onAsk: (pointer: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // A click before hydration would be lost.
  const isReady = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  const groups = [
    ...(lead.length > 0 ? [{ key: 'lead', label: 'Main fields', fields: lead }] : []),
    ...sections.flatMap((section): Pick<FormSection, 'key' | 'label' | 'fields'>[] =>
      section.sections.length > 0 ? section.sections : [section],
    ),
  ];
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const go = (fields: FormField[]) => {
    setOpen(false);
    onAsk(pointerOf('', fields[0]?.name ?? ''));
  };
  return (
    <div className="relative shrink-0" onKeyDown={close} onBlur={leave}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={!isReady}
        onClick={() => setOpen(!isOpen)}
        className={`${quietButton} h-10.5 bg-card px-3`}
      >
        Groups <span className="text-quiet tabular-nums">{groups.length}</span>
      </button>
      {isOpen && (
        <ul
          id={id}
          aria-label="Groups of fields"
          className="absolute right-0 z-20 mt-1 max-h-96 w-80 max-w-[calc(100vw-2rem)] overflow-auto rounded-md border border-line bg-card py-1 text-sm shadow-lg"
        >
          {groups.map(({ key, label, fields }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => go(fields)}
                className="flex w-full items-baseline gap-2 px-3 py-1.5 text-left hover:bg-sunk"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                <Standing fields={fields} value={value} faultsOf={faultsOf} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Standing({
  fields,
  value,
  faultsOf,
}: {
  fields: FormField[];
  value: JsonObject;
  faultsOf: (name: string) => FieldFault[];
}) {
  const filled = fields.filter(({ name }) => Object.hasOwn(value, name)).length;
  const faults = fields.reduce((count, { name }) => count + faultsOf(name).length, 0);
  return (
    <span className="shrink-0 text-xs text-quiet tabular-nums">
      {faults > 0 && <span className="font-medium text-bad">{faults} to fix, </span>}
      <span className={filled > 0 ? 'text-good' : ''}>
        {filled} of {fields.length} filled in
      </span>
    </span>
  );
}
