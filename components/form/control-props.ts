import { type ComponentType, createContext } from 'react';
import type { FieldFault } from '../../lib/form/faults.ts';
import type { Widget } from '../../lib/form/widget.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { SchemaNode } from '../../lib/schema/schema-node.ts';

/** The place of a control in the form. */
export interface Place {
  schema: SchemaNode;
  /** The JSON pointer of the value. */
  pointer: string;
  label: string;
  /** The ids of the control and its label. */
  id: string;
  labelId: string;
  describedBy: string | undefined;
  required: boolean;
  /** Whether a value is always there, as in a list: clearing the field leaves an empty value. */
  fixed: boolean;
  /** Whether a person opened it: an object then shows its fields before it has a value. */
  isOpened: boolean;
  /** Whether it is a cell of a table. */
  isCell: boolean;
  disabled: boolean;
  invalid: boolean;
  /** The number of groups around it. */
  depth: number;
  /** The default value. */
  fallback: JsonValue | undefined;
}

/** Ties a control to its label, its help and its faults. */
export function tied({ id, labelId, required, invalid, describedBy: help }: Place) {
  return {
    id,
    'aria-labelledby': labelId,
    'aria-required': required,
    'aria-invalid': invalid || undefined,
    'aria-describedby': help,
  };
}

export interface ControlProps<Widget> {
  widget: Widget;
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
  /** With pointers relative to the value. */
  faults: FieldFault[];
}

/** Joins ids for `aria-describedby`. */
export function describedBy(...ids: (string | false | undefined)[]): string | undefined {
  const given = ids.filter((id) => typeof id === 'string');
  return given.length === 0 ? undefined : given.join(' ');
}

/** The components that contain each other: a group is a control of a field, and renders fields and controls. */
interface FormParts {
  Field: ComponentType<FieldProps>;
  Control: ComponentType<AnyControlProps>;
}

export const FormParts = createContext<FormParts>({ Field: outsideForm, Control: outsideForm });

function outsideForm(): never {
  throw new Error('A field is rendered in a form.');
}

/** The widget follows from the schema. */
export type AnyControlProps = Omit<ControlProps<Widget>, 'widget'>;

export interface FieldProps {
  schema: SchemaNode;
  /** Its key in an object or its index in a list. */
  slot: string | number;
  pointer: string;
  label: string;
  value: JsonValue | undefined;
  onChange: (slot: string | number, next: JsonValue | undefined) => void;
  faults: FieldFault[];
  required?: boolean;
  /** The property name. */
  name?: string | undefined;
  help?: string;
  fallback?: JsonValue | undefined;
  fixed?: boolean;
  isOpened?: boolean;
  isCell?: boolean;
  disabled?: boolean;
  depth?: number;
  adds?: number | undefined;
  affectsPrice?: boolean;
  hidesLabel?: boolean;
  /** Its number in a list, shown in place of the label. */
  ordinal?: number;
}

export const inputStyle =
  'block w-full min-w-0 rounded-md border border-line bg-card px-3 py-2 placeholder:text-quiet placeholder:opacity-80 disabled:opacity-60 aria-invalid:border-bad';

/** A button that looks like text, for rare actions. */
export const wordButton =
  'min-h-6 text-sm text-quiet underline decoration-line underline-offset-4 hover:text-ink disabled:opacity-40';
