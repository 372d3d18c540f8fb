import { type ComponentType, createContext } from 'react';
import type { FieldFault } from '../../lib/form/faults.ts';
import type { Widget } from '../../lib/form/widget.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { SchemaNode } from '../../lib/schema/schema-node.ts';
import type { ControlProps } from './control-props.ts';

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
