import { type MouseEvent, use, useCallback, type ComponentProps, type ReactNode } from 'react';
import { type FormField, type Arrangement, arrangeFields } from '../../../lib/form/arrange-fields.ts';
import { describe } from '../../../lib/form/describe.ts';
import { placeFaults, pointerOf, type FieldFault } from '../../../lib/form/faults.ts';
import { withMember, withRenamedKey, firstValue } from '../../../lib/form/first-value.ts';
import type { Member, ObjectWidget } from '../../../lib/form/widget.ts';
import { equal, isJsonObject, type JsonObject, type JsonValue } from '../../../lib/json/json.ts';
import { own } from '../../../lib/schema/schema-references.ts';
import { readableName } from '../../../lib/text/names.ts';
import { lazyPart, LazyBoundary } from '../../lazy-boundary.tsx';
import { quietButton } from '../../shell/buttons.tsx';
import { useHydrated } from '../../shell/use-hydrated.ts';
import { type ControlProps, describedBy, FormParts, wordButton } from '../control-props.ts';
import { FieldFaults } from '../field-faults.tsx';
import { thenFocusField } from '../focus-field.ts';
import type { KeyRows } from './key-rows.tsx';
import { LazyControl } from '../lazy-control.tsx';
import { useNewest } from '../use-list-edits.ts';
import { MarkUntouched } from '../use-untouched-values.ts';

/** Required groups inside required groups are open at first down to this depth. */
const openDepth = 2;
const empty: JsonObject = {};

/** The members of an object and its additional properties. It starts closed, so recursive schemas end. */
export function ObjectControl({ widget, place, value, onChange, faults }: ControlProps<ObjectWidget>) {
  const { Field } = use(FormParts);
  const object = isJsonObject(value) ? value : empty;
  const edit = useNewest(object, onChange);
  const change = useCallback(
    (slot: string | number, next: JsonValue | undefined) =>
      edit((newest) => withMember(newest, String(slot), next)),
    [edit],
  );
  const rename = useCallback(
    (from: string, to: string) => edit((newest) => withRenamedKey(newest, from, to)),
    [edit],
  );
  const isOpen = value !== undefined || place.isOpened || (place.required && place.depth < openDepth);
  if (!isOpen) return <OpenButton place={place} faults={faults} onChange={onChange} />;
  const names = new Set(widget.members.map((member) => member.name));
  const members = widget.members.filter((member) => !isSettled(member, object));
  const memberNames = new Set(members.map((member) => member.name));
  const { here, inside } = placeFaults(
    faults,
    (key) => memberNames.has(key) || (Object.hasOwn(object, key) && !names.has(key)),
  );
  return (
    <div
      role="group"
      data-keys
      aria-labelledby={place.labelId}
      aria-describedby={describedBy(place.describedBy, here.length > 0 && `${place.id}-group`)}
      className="mt-1 space-y-4 border-l-2 border-line pl-3 sm:pl-4"
    >
      <FieldFaults id={`${place.id}-group`} faults={here} />
      <FormFields
        fields={members.map((member) => formField(member))}
        pointer={place.pointer}
        value={object}
        faultsOf={inside}
        renderField={({ name, label, schema, required }, isOpened) => (
          <Field
            key={name}
            schema={schema}
            slot={name}
            pointer={pointerOf(place.pointer, name)}
            name={name}
            label={label}
            required={required}
            isOpened={isOpened}
            value={own(object, name)}
            onChange={change}
            faults={inside(name)}
            disabled={place.disabled}
            depth={place.depth + 1}
          />
        )}
      />
      <LazyKeyRows
        widget={widget}
        place={place}
        object={object}
        names={names}
        onChange={change}
        onRename={rename}
        faultsOf={inside}
      />
      <EmptyObject place={place} value={value} onChange={onChange} />
    </div>
  );
}

function EmptyObject({
  place,
  value,
  onChange,
}: Pick<ControlProps<ObjectWidget>, 'place' | 'value' | 'onChange'>) {
  if (value === undefined)
    return (
      <button type="button" disabled={place.disabled} onClick={() => onChange({})} className={wordButton}>
        Send an empty object<span className="sr-only">: {place.label}</span>
      </button>
    );
  if (Object.keys(value ?? empty).length > 0) return null;
  return <p className="text-sm text-quiet">An empty object is sent.</p>;
}

function formField({ name, schema, required }: Member): FormField {
  const { title, help } = describe(schema);
  return { name, label: title || readableName(name), help, schema, required, isPriced: false };
}

function OpenButton({
  place,
  faults,
  onChange,
}: Pick<ControlProps<ObjectWidget>, 'place' | 'faults' | 'onChange'>) {
  const markUntouched = use(MarkUntouched);
  // A click before hydration would be lost.
  const isReady = useHydrated();
  const open = ({ currentTarget }: MouseEvent) => {
    markUntouched(place.pointer);
    thenFocusField(currentTarget, () => onChange(firstValue(place.schema)));
  };
  return (
    <>
      <button
        type="button"
        disabled={place.disabled || !isReady}
        onClick={open}
        className={`${quietButton} my-1 border-dashed`}
      >
        <span aria-hidden="true">+</span> Fill in
        <span className="sr-only">
          {' '}
          {place.label}
          {place.required && ', required'}
        </span>
      </button>
      <FieldFaults faults={faults} />
    </>
  );
}

/** A required constant needs no field. */
function isSettled({ name, schema, required }: Member, object: JsonObject): boolean {
  const { widget } = describe(schema);
  const [option, ...more] = widget.kind === 'choice' ? widget.options : [];
  const value = own(object, name);
  return (
    required && option !== undefined && more.length === 0 && value !== undefined && equal(option.value, value)
  );
}

/** Few objects have keys that their schema does not name. */
const LoadedKeyRows = lazyPart(async () => (await import('./key-rows.tsx')).KeyRows);

function LazyKeyRows(props: ComponentProps<typeof KeyRows>) {
  const { widget, object, names } = props;
  const canAdd = widget.rest !== undefined || widget.patterns.length > 0;
  if (!canAdd && Object.keys(object).every((key) => names.has(key))) return null;
  return (
    <LazyControl what="The keys">
      <LoadedKeyRows {...props} />
    </LazyControl>
  );
}

const FormSections = lazyPart(async () => (await import('../form-sections.tsx')).FormSections);

/** The fields of a form. A large form has its first fields, and sections for the rest. */
export function FormFields({
  fields,
  arrangement = arrangeFields(fields),
  pointer,
  value,
  faultsOf,
  renderField,
}: {
  fields: FormField[];
  arrangement?: Arrangement | undefined;
  pointer: string;
  value: JsonObject;
  faultsOf: (name: string) => FieldFault[];
  renderField: (field: FormField, isOpened: boolean) => ReactNode;
}) {
  if (arrangement === undefined) return fields.map((field) => renderField(field, false));
  return (
    <>
      {arrangement.lead.map((field) => renderField(field, false))}
      <LazyBoundary what="The other fields">
        <FormSections
          sections={arrangement.sections}
          pointer={pointer}
          value={value}
          faultsOf={faultsOf}
          renderField={(field) => renderField(field, true)}
        />
      </LazyBoundary>
    </>
  );
}
