import type { FieldFault } from '../../lib/form/faults.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { Schema } from '../../lib/operation/operation.ts';
import type { Defs } from '../../lib/schema/schema-references.ts';

/** What all controls need to know of the place in the input that they edit. */
export interface Place {
  schema: Schema;
  defs: Defs;
  /** The JSON pointer of the value. */
  pointer: string;
  label: string;
  /** Of the one element that is labelled, and of the label itself. */
  id: string;
  labelId: string;
  describedBy: string | undefined;
  required: boolean;
  /** Whether something must stand here, as in a list: clearing it leaves an empty value, not none. */
  fixed: boolean;
  /** Whether somebody has opened it: an object shows its fields then, though it is not there yet. */
  isOpened: boolean;
  /** Whether it is a cell of a table, which has little room. */
  isCell: boolean;
  disabled: boolean;
  invalid: boolean;
  /** Groups that this one lies within. */
  depth: number;
  /** What counts where the value is left out. */
  fallback: JsonValue | undefined;
}

export interface ControlProps<Widget> {
  widget: Widget;
  place: Place;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
  /** Their pointers start at the value. */
  faults: FieldFault[];
}
