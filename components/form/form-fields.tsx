import type { ReactNode } from 'react';
import { type Arrangement, arrangeFields, type FormField } from '../../lib/form/arrange-fields.ts';
import type { FieldFault } from '../../lib/form/faults.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { LatePart } from '../late-part.tsx';
import { loadedPart } from '../loaded-part.tsx';

/** Few forms are large. */
const FormSections = loadedPart(async () => (await import('./form-sections.tsx')).FormSections);

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
      <LatePart what="The other fields">
        <FormSections
          sections={arrangement.sections}
          pointer={pointer}
          value={value}
          faultsOf={faultsOf}
          renderField={(field) => renderField(field, true)}
        />
      </LatePart>
    </>
  );
}
