import type { JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';

/** The control for a schema. Its children are described when it is opened, so that recursion ends. */
export type Widget =
  | TextWidget
  | NumberWidget
  | { kind: 'boolean' }
  | ChoiceWidget
  | PicksWidget
  | FileWidget
  | ListWidget
  | ObjectWidget
  | UnionWidget
  | JsonWidget;

export interface TextWidget {
  kind: 'text';
  input:
    | 'line'
    | 'long'
    | 'code'
    | 'url'
    | 'email'
    | 'password'
    | 'date'
    | 'date-time'
    | 'time'
    | 'colour'
    | 'key';
  /** For example "UUID". */
  wanted: string;
  sample: string | undefined;
  /** Only for texts without a named format. */
  pattern: string | undefined;
  patternSample: string | undefined;
  minLength: number;
  maxLength: number | undefined;
  /** Whether an empty text is a value, and not the absence of one. */
  takesEmpty: boolean;
  suggestions: string[];
}

export interface NumberWidget {
  kind: 'number';
  whole: boolean;
  min: number | undefined;
  max: number | undefined;
  /** Whether the bounds are exclusive. */
  isAboveMin: boolean;
  isBelowMax: boolean;
  multiple: number | undefined;
  step: number;
  /** Whether the bounds are close enough for a slider. */
  slider: boolean;
}

export interface Option {
  value: JsonValue;
  label: string;
  help: string;
}

export interface ChoiceWidget {
  kind: 'choice';
  options: Option[];
}

export interface PicksWidget {
  kind: 'picks';
  options: Option[];
  items: SchemaNode;
  unique: boolean;
}

export interface FileWidget {
  kind: 'file';
  /** How JSON holds the bytes. */
  encoding: 'data-url' | 'base64' | 'base64url';
  mediaType: string | undefined;
}

export interface ListWidget {
  kind: 'list';
  /** A schema for each of the first items. */
  prefix: SchemaNode[];
  /** The schema of further items; undefined if there are none. */
  items: SchemaNode | undefined;
  minItems: number;
  maxItems: number;
}

export interface Member {
  name: string;
  schema: SchemaNode;
  required: boolean;
}

export interface ObjectWidget {
  kind: 'object';
  members: Member[];
  patterns: { pattern: string; schema: SchemaNode }[];
  /** The schema of further keys; undefined if the document has none. */
  rest: SchemaNode | undefined;
  /** Describes such keys: "keys of pattern ^[a-z]+$". */
  keys: string[];
}

export interface Branch {
  label: string;
  /** Merged with the schema around the union. */
  schema: SchemaNode;
}

export interface UnionWidget {
  kind: 'union';
  branches: Branch[];
}

/** For schemas that no other widget supports. */
export interface JsonWidget {
  kind: 'json';
  holds: 'anything' | 'object' | 'list';
}

export interface Description {
  widget: Widget;
  title: string;
  help: string;
  nullable: boolean;
  readOnly: boolean;
  deprecated: boolean;
  default: JsonValue | undefined;
  example: JsonValue | undefined;
}

/** Whether a widget has fields of its own, which show their own faults. */
export function isGroup({ kind }: Widget): boolean {
  return kind === 'object' || kind === 'list' || kind === 'union';
}
