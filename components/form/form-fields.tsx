import type { ReactNode } from 'react';
import { type Arrangement, arrangeFields, type FormField } from '../../lib/form/arrange-fields.ts';
import type { FieldFault } from '../../lib/form/faults.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { lazyPart } from '../lazy-part.tsx';

const FormSections = lazyPart(async () => (await import('./form-sections.tsx')).FormSections);

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
