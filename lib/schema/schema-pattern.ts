import { type LinearPattern, linearPattern } from './linear-pattern.ts';

/** A pattern of a schema, compiled when a text is first held against it. */
export class SchemaPattern {
  #compiled: LinearPattern | undefined;

  constructor(readonly source: string) {}

  get isCompiled(): boolean {
    return this.#compiled !== undefined;
  }

  get compiled(): LinearPattern {
    this.#compiled ??= linearPattern(this.source);
    return this.#compiled;
  }
}
