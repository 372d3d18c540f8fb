import { act, cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { InputForm } from '../../../../components/form/input-form.tsx';
import { loadJsonReader } from '../../../../components/form/controls/json-control.tsx';
import type { FieldFault } from '../../../../lib/form/faults.ts';
import type { JsonObject } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import type { RequestField } from '../../../../lib/operation/request-fields.ts';
import '../../../setup/patient-screen.ts';

/** The parts that come when they are needed are there before a test begins. */
const row = { type: 'object', properties: { a: { type: 'string' } } };
const many = Array.from({ length: 30 }, (_, index) => fieldOf(`f${index}`, { type: 'string' }));
await act(async () => {
  const choice = { enum: Array.from({ length: 50 }, (_, index) => index) };
  const needed = { required: true };
  renderForm([
    fieldOf('rows', { type: 'array', items: row }, needed),
    fieldOf('one', choice, needed),
    fieldOf('some', { type: 'array', items: choice }, { ...needed, description: '`marked`' }),
    fieldOf('kinds', { type: ['string', 'integer'] }, needed),
    fieldOf('map', { type: 'object', additionalProperties: { type: 'string' } }, needed),
    ...many,
  ]);
  await Promise.all([
    import('../../../../components/form/controls/combobox.tsx'),
    import('../../../../components/form/controls/union-control.tsx'),
    import('../../../../components/form/controls/key-rows.tsx'),
    import('../../../../components/form/form-finder.tsx'),
    import('../../../../components/form/form-sections.tsx'),
    import('../../../../components/form/marked-help.tsx'),
    import('../../../../components/form/controls/picks-control.tsx'),
    import('../../../../components/form/controls/table-control.tsx'),
  ]);
  await loadJsonReader();
});
cleanup();

/** The form as the playground has it, and the input as it stands. */
export function renderForm(
  fields: RequestField[],
  {
    value = {},
    faults = [],
    adds = {},
    isTried = false,
  }: {
    value?: JsonObject;
    faults?: FieldFault[];
    adds?: Record<string, { adds: number | null; affectsPrice: boolean }>;
    isTried?: boolean;
  } = {},
) {
  let newest = value;
  function Playground() {
    const [input, setInput] = useState(value);
    const change = (next: JsonObject) => {
      newest = next;
      setInput(next);
    };
    return (
      <InputForm
        fields={fields}
        value={input}
        onChange={change}
        faults={faults}
        adds={adds}
        isTried={isTried}
      />
    );
  }
  const { container, unmount, rerender } = render(<Playground />);
  return { root: container, input: () => newest, unmount, rerender };
}

export function fieldOf(name: string, schema: Schema, parts: Partial<RequestField> = {}): RequestField {
  return {
    name,
    in: 'body',
    label: name,
    description: '',
    type: 'any',
    required: false,
    schema,
    affectsPrice: false,
    ...parts,
  };
}
