'use client';

import { memo, useCallback, useId } from 'react';
import { describe } from '../../lib/form/describe.ts';
import { hasClear } from '../../lib/view/form/has-clear.ts';
import { hintOf } from '../../lib/view/form/hint.ts';
import { isGroup } from '../../lib/form/is-group.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { Widget } from '../../lib/form/widget.ts';
import { ClearButton } from './clear-button.tsx';
import { Control } from './control.tsx';
import { describedBy } from './described-by.ts';
import { FieldFaults } from './field-faults.tsx';
import { FieldLabel } from './field-label.tsx';
import { thenFocusField } from './focus-field.ts';
import { HelpText } from './help-text.tsx';
import type { FieldProps } from './form-parts.ts';

const groupsOfElements = new Set<Widget['kind']>(['list', 'picks', 'file', 'object']);

function isGroupOfElements({ kind }: Widget): boolean {
  return groupsOfElements.has(kind);
}

/** A field of the form: label, help, control and errors. */
export const Field = memo(function Field(props: FieldProps) {
  const { schema, slot, pointer, label, value, onChange, faults } = props;
  const { required = false, fixed = false, isCell = false, depth = 0 } = props;
  const description = describe(schema);
  const id = useId();
  const change = useCallback((next: JsonValue | undefined) => onChange(slot, next), [onChange, slot]);
  if (description.readOnly && value === undefined) return null;
  // In a table, the help is in the heading.
  const help = isCell ? '' : (props.help ?? description.help);
  const fallback = props.fallback ?? description.default;
  const hint = hintOf(description, fallback);
  const isLeaf = !isGroup(description.widget) || value === null;
  const shown = isLeaf ? faults : [];
  const describing = describedBy(
    // Screen readers do not read the label of a group as required.
    required && isGroupOfElements(description.widget) && `${id}-required`,
    help !== '' && `${id}-help`,
    hint !== '' && `${id}-hint`,
    shown.length > 0 && `${id}-faults`,
  );
  const place = {
    schema,
    pointer,
    label,
    id,
    labelId: `${id}-label`,
    describedBy: describing,
    required,
    fixed,
    isOpened: props.isOpened === true,
    isCell,
    disabled: props.disabled === true || description.readOnly,
    invalid: shown.length > 0,
    depth,
    fallback,
  };
  const isClearable =
    !fixed && !isCell && value !== undefined && !place.disabled && hasClear(description.widget, required);
  return (
    <div data-pointer={pointer} className="group/field relative min-w-0 scroll-mt-24">
      <FieldLabel
        place={place}
        widget={description.widget}
        name={props.name}
        ordinal={props.ordinal}
        hint={hint}
        deprecated={description.deprecated}
        readOnly={description.readOnly}
        adds={props.adds}
        affectsPrice={props.affectsPrice === true}
        isHidden={props.hidesLabel === true && !isGroup(description.widget)}
        hasClear={isClearable}
      />
      {help !== '' && <HelpText id={`${id}-help`} text={help} />}
      <Control place={place} value={value} onChange={change} faults={faults} />
      <FieldFaults id={`${id}-faults`} faults={shown} />
      {isClearable && (
        <ClearButton label={label} onClear={(button) => thenFocusField(button, () => change(undefined))} />
      )}
    </div>
  );
});
