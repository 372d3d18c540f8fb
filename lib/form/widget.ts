import type { JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';

/** What a person meets for one schema. What lies inside is described when it is opened, so that recursion ends. */
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
  /** In words: "UUID". */
  wanted: string;
  /** A value of the right form, shown in the empty field. */
  sample: string | undefined;
  /** Of a text that has no named format. */
  pattern: string | undefined;
  /** A text that the pattern matches. */
  patternSample: string | undefined;
  minLength: number;
  maxLength: number | undefined;
  /** Whether the empty text may be meant, rather than no text. */
  takesEmpty: boolean;
  suggestions: string[];
}

export interface NumberWidget {
  kind: 'number';
  whole: boolean;
  min: number | undefined;
  max: number | undefined;
  /** Whether the bounds themselves are no values. */
  isAboveMin: boolean;
  isBelowMax: boolean;
  multiple: number | undefined;
  /** What a press of an arrow key adds. */
  step: number;
  /** Where both bounds are near enough to point at a value between them. */
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

/** A list of values out of a choice. */
export interface PicksWidget {
  kind: 'picks';
  options: Option[];
  items: SchemaNode;
  unique: boolean;
}

export interface FileWidget {
  kind: 'file';
  /** How JSON carries the bytes. */
  encoding: 'data-url' | 'base64' | 'base64url';
  mediaType: string | undefined;
}

export interface ListWidget {
  kind: 'list';
  /** The schemas of the first items, each its own. */
  prefix: SchemaNode[];
  /** The schema of all further items; undefined where there can be none. */
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
  /** The schemas of keys that match a pattern. */
  patterns: { pattern: string; schema: SchemaNode }[];
  /** The schema of all further keys; undefined where the document speaks of none. */
  rest: SchemaNode | undefined;
  /** What such keys are like, in words: "keys of pattern ^[a-z]+$". */
  keys: string[];
}

export interface Branch {
  label: string;
  /** With what the union itself says taken into it. */
  schema: SchemaNode;
}

export interface UnionWidget {
  kind: 'union';
  branches: Branch[];
}

/** For what no other widget can say. */
export interface JsonWidget {
  kind: 'json';
  holds: 'anything' | 'object' | 'list';
}

export interface Description {
  widget: Widget;
  title: string;
  /** Markdown. */
  help: string;
  nullable: boolean;
  readOnly: boolean;
  deprecated: boolean;
  default: JsonValue | undefined;
  example: JsonValue | undefined;
}
