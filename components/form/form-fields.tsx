import { lazy, type ReactNode, Suspense } from 'react';
import { type Arrangement, arrangeFields, type FormField } from '../../lib/form/arrange-fields.ts';
import type { FieldFault } from '../../lib/form/faults.ts';
import type { JsonObject } from '../../lib/json.ts';

/** Few forms are large. */
const FormSections = lazy(() =>
  import('./form-sections.tsx').then((module) => ({ default: module.FormSections })),
);

/** Fields one below the other; of many, the first ones, and sections for the rest. */
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
      <Suspense>
        <FormSections
          sections={arrangement.sections}
          pointer={pointer}
          value={value}
          faultsOf={faultsOf}
          renderField={(field) => renderField(field, true)}
        />
      </Suspense>
    </>
  );
}
