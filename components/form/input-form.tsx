'use client';

import { memo, useMemo } from 'react';
import { arrangeFields, type FormField } from '../../lib/form/arrange-fields.ts';
import { type FieldFault, placeFaults, pointerOf } from '../../lib/form/faults.ts';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import { own } from '../../lib/schema/schema-references.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { Field, type PriceOfField } from './field.tsx';
import { FieldFaults } from './field-faults.tsx';
import { MarkUntouched, useUntouchedValues } from './use-untouched-values.ts';
import { FormFields } from './controls/object-control.tsx';
import { FormGuide, useFormGuide } from './use-form-guide.ts';
import { useMemberEdits } from './use-list-edits.ts';
import { Control } from './control.tsx';
import { FormParts } from './control-props.ts';

const FormFinder = lazyPart(async () => (await import('./form-finder.tsx')).FormFinder);

const parts = { Field, Control };

/** The form for the input of a call. Values without a field are kept. */
export const InputForm = memo(function InputForm({
  fields,
  value,
  onChange,
  faults,
  isCurrent = true,
  adds,
  isTried = false,
  disabled = false,
}: {
  fields: RequestField[];
  value: JsonObject;
  onChange: (next: JsonObject) => void;
  /** With pointers relative to the input. */
  faults: FieldFault[];
  /** Whether the faults belong to this value. */
  isCurrent?: boolean;
  adds: Record<string, PriceOfField>;
  /** Whether the person tried to call with this input: then all faults are shown. */
  isTried?: boolean;
  disabled?: boolean;
}) {
  const change = useMemberEdits(value, onChange);
  const formFields = useMemo(() => fields.map(formField), [fields]);
  const arrangement = useMemo(() => arrangeFields(formFields), [formFields]);
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields]);
  const { form, guide, ask } = useFormGuide(isTried);
  const fresh = useUntouchedValues(faults, isCurrent, isTried);
  const { here, inside } = useMemo(
    () => placeFaults(fresh.faults, (name) => byName.has(name)),
    [fresh.faults, byName],
  );
  const renderField = ({ name }: FormField, isOpened: boolean) => {
    const field = byName.get(name);
    if (field === undefined) return null;
    return (
      <TopField
        key={name}
        field={field}
        isOpened={isOpened}
        value={own(value, name)}
        onChange={change}
        faults={inside(name)}
        price={Object.hasOwn(adds, name) ? adds[name] : undefined}
        disabled={disabled}
      />
    );
  };
  const group = { fields: formFields, arrangement, value, faultsOf: inside };
  return (
    <MarkUntouched value={fresh.markUntouched}>
      <FormGuide value={guide}>
        <FormParts value={parts}>
          <div ref={form} className="space-y-6" onInput={fresh.touch} onBlur={fresh.leave}>
            {arrangement && (
              <LazyBoundary what="The search of this form">
                <FormFinder {...group} arrangement={arrangement} onAsk={ask} />
              </LazyBoundary>
            )}
            <FieldFaults faults={here} />
            <FormFields {...group} pointer="" renderField={renderField} />
            {fields.length === 0 && <p className="text-quiet">This call takes no input.</p>}
            {fields.some(({ bodyOptional }) => bodyOptional) && (
              <p className="text-sm text-quiet">{withoutBody(fields)}</p>
            )}
          </div>
        </FormParts>
      </FormGuide>
    </MarkUntouched>
  );
});

const mostNamed = 4;

/** Tells how to send no body, where the API allows that. */
function withoutBody(fields: RequestField[]): string {
  const body = fields.filter((field) => field.in === 'body');
  if (body.length === fields.length) return 'To send no body, leave all fields empty.';
  const named = body.slice(0, mostNamed).map(({ label }) => label);
  const more = body.length - named.length;
  return `To send no body, leave empty: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function formField({ name, label, description, schema, required, affectsPrice }: RequestField): FormField {
  return { name, label, help: description, schema: schemaNode(schema), required, isPriced: affectsPrice };
}

const TopField = memo(function TopField({
  field,
  price,
  ...props
}: {
  field: RequestField;
  value: JsonValue | undefined;
  onChange: (slot: string | number, next: JsonValue | undefined) => void;
  faults: FieldFault[];
  price: PriceOfField | undefined;
  isOpened: boolean;
  disabled: boolean;
}) {
  return (
    <Field
      {...props}
      schema={schemaNode(field.schema)}
      slot={field.name}
      pointer={pointerOf('', field.name)}
      name={field.name}
      label={field.label}
      help={field.description}
      required={field.required}
      adds={price?.adds ?? undefined}
      affectsPrice={price?.affectsPrice ?? field.affectsPrice}
      fallback={field.default}
    />
  );
});
