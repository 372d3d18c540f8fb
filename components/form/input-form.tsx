'use client';

import { memo, useCallback, useMemo } from 'react';
import { withMember } from '../../lib/form/edit.ts';
import { type FieldFault, placeFaults, pointerOf } from '../../lib/form/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import type { Schema } from '../../lib/operation.ts';
import type { RequestField } from '../../lib/request-fields.ts';
import { type Defs, own } from '../../lib/schema-references.ts';
import { isSchema } from '../../lib/subschemas.ts';
import { Field } from './field.tsx';
import { FieldFaults } from './field-faults.tsx';
import type { PriceOfField } from './price-mark.tsx';
import { useNewest } from './use-newest.ts';

/** The input of a call, field by field. What it holds beside them stays as it is. */
export const InputForm = memo(function InputForm({
  fields,
  value,
  onChange,
  faults,
  adds,
  disabled = false,
}: {
  fields: RequestField[];
  value: JsonObject;
  onChange: (next: JsonObject) => void;
  /** Their pointers start at the input. */
  faults: FieldFault[];
  adds: Record<string, PriceOfField>;
  disabled?: boolean;
}) {
  const edit = useNewest(value, onChange);
  const change = useCallback(
    (slot: string | number, next: JsonValue | undefined) =>
      edit((newest) => withMember(newest, String(slot), next)),
    [edit],
  );
  const names = useMemo(() => new Set(fields.map((field) => field.name)), [fields]);
  const { here, inside } = useMemo(() => placeFaults(faults, (name) => names.has(name)), [faults, names]);
  return (
    <div className="space-y-6">
      <FieldFaults faults={here} />
      {fields.map((field) => (
        <TopField
          key={field.name}
          field={field}
          value={own(value, field.name)}
          onChange={change}
          faults={inside(field.name)}
          price={Object.hasOwn(adds, field.name) ? adds[field.name] : undefined}
          disabled={disabled}
        />
      ))}
      {fields.length === 0 && <p className="text-quiet">This call takes no input.</p>}
    </div>
  );
});

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
  disabled: boolean;
}) {
  return (
    <Field
      {...props}
      schema={field.schema}
      defs={defsOf(field.schema)}
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

const noDefs: Defs = {};
const known = new WeakMap<JsonObject, Defs>();

/** The definitions that a field carries, the same object for the same schema. */
function defsOf(schema: Schema): Defs {
  const given = isJsonObject(schema) ? own(schema, '$defs') : undefined;
  if (!isJsonObject(given)) return noDefs;
  let defs = known.get(given);
  if (defs === undefined) {
    defs = Object.fromEntries(
      Object.entries(given).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner]] : [])),
    );
    known.set(given, defs);
  }
  return defs;
}
