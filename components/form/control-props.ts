import type { FieldFault } from '../../lib/form/faults.ts';
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

export interface ControlProps<Widget> {
  widget: Widget;
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
  /** With pointers relative to the value. */
  faults: FieldFault[];
}
