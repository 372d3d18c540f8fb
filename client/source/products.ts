import type { Input } from './input.ts';

/**
 * The products whose types are known. `farebox types SLUG…` writes a file that adds some:
 * `{ 'slug': { input: …; data: …; event: … } }`.
 */
export interface Products {}

/** A slug or an id of a product. */
export type Product = keyof Products | (string & {});

export type InputOf<Name> = Name extends keyof Products
  ? Products[Name] extends { input: infer Known }
    ? Known
    : Input
  : Input;

/** The JSON in the events of a stream. */
export type EventOf<Name> = Name extends keyof Products
  ? Products[Name] extends { event: infer Known }
    ? Known
    : unknown
  : unknown;

export type DataOf<Name> = Name extends keyof Products
  ? Products[Name] extends { data: infer Known }
    ? Known
    : unknown
  : unknown;
