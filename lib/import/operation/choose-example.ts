import { type BoundRequest, bindInput } from '../../bind/bind.ts';
import { exampleInput, type InputField, type InputShape, inputShape } from '../../operation/input-shape.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import { essence } from '../../operation/media-type.ts';
import type { Operation, Schema } from '../../operation/operation.ts';
import { type SampleExtent, sampleSchema } from '../../sample/sample-schema.ts';
import { schemaNode } from '../../schema/schema-graph.ts';
import { referenceChain } from '../../schema/schema-parts.ts';
import type { Defs } from '../../schema/schema-references.ts';
import { compileInput, type InputValidators } from '../../validation/validate.ts';
import { exampleFaults, givenValues, isSendable } from './given-values.ts';
import type { DraftOperation } from './import-operation.ts';
import { parameterKey } from './import-parameters.ts';
import type { Loss } from '../loss.ts';
import { pointerTokens } from '../document/pointer.ts';
import { relaxations, withoutOffers } from './relaxed-operation.ts';

export type ExampleChoice =
  | { ok: true; operation: Operation; example: JsonObject; request: BoundRequest; losses: Loss[] }
  | { ok: false; losses: Loss[] };

/** Attempts to find an example that is valid and can be sent. Each drops or replaces the values at fault. */
const maxAttempts = 12;
/** Listed values tried for one field. */
const maxListed = 50;
/** Several times the widest real operation. The work grows faster than the number of fields. */
const maxFields = 1000;

/**
 * The operation with an example for each field that needs one, so that together they are a valid call that can be sent.
 * Takes the document's examples where they are correct and generates the others.
 */
export function chooseExample(draft: DraftOperation, pointer: string): ExampleChoice {
  const chooser = new ExampleChooser(draft, pointer, []);
  const count = chooser.fieldCount();
  if (count > maxFields) {
    const what = `It is not imported: it has ${count} fields; the limit is ${maxFields}.`;
    return { ok: false, losses: [{ pointer, what }] };
  }
  let choice = chooser.choose();
  let atFault = chooser.atFault();
  for (const relax of relaxations) {
    if (choice.ok) return choice;
    const { operation, what } = relax(draft.operation, atFault);
    const relaxed = new ExampleChooser({ ...draft, operation }, pointer, [{ pointer, what }]);
    choice = relaxed.choose();
    if (!choice.ok && relaxed.atFault().length > 0) atFault = relaxed.atFault();
  }
  return choice;
}

class ExampleChooser {
  #operation: Operation;
  #shape: InputShape;
  #validators: InputValidators;
  #faulty: InputField[] = [];
  readonly #chosen = new Map<string, JsonValue>();
  readonly #attempts = new Map<string, number>();
  readonly #samples = new Map<Schema, Map<SampleExtent, JsonValue | undefined>>();

  readonly #draft: DraftOperation;
  readonly #pointer: string;
  readonly #losses: Loss[];

  constructor(draft: DraftOperation, pointer: string, losses: Loss[]) {
    this.#draft = draft;
    this.#pointer = pointer;
    this.#losses = losses;

    this.#operation = draft.operation;
    this.#shape = inputShape(this.#operation);
    this.#validators = compileInput(this.#shape);
  }

  choose(): ExampleChoice {
    this.#chooseEach();
    const choice = this.#settle();
    return choice.ok || !this.#leaveOutBody() ? choice : this.#settle();
  }

  fieldCount(): number {
    return this.#shape.fields.length;
  }

  /** The fields at fault in the last attempt. If there are none, the body is at fault. */
  atFault(): InputField[] {
    return this.#faulty;
  }

  #chooseEach(): void {
    for (const name of this.#shape.unreachable)
      this.#lose(`The field "${name}" cannot be used: inputs cannot have this name.`);
    for (const field of this.#shape.fields) this.#chooseOne(field);
    this.#leaveOut(this.#shape.fields.filter((field) => !this.#chosen.has(field.name) && offers(field)));
  }

  /** Tries all values together, and repairs what the validator or the binding rejects. */
  #settle(): ExampleChoice {
    let fault = '';
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const operation = this.#withExamples();
      const shape = this.#shapeWithExamples();
      const example = exampleInput(shape);
      const invalid = exampleFaults(shape, this.#validators, example);
      const bound = invalid.length > 0 ? undefined : bindInput(operation, shape, example);
      if (bound?.ok) return { ok: true, operation, example, request: bound.request, losses: this.#losses };
      const errors = bound?.ok === false ? bound.errors : invalid;
      fault = errors
        .map(({ pointer, detail }) => `${pointer} ${detail}`.trim())
        .slice(0, 3)
        .join('; ');
      this.#mend(
        errors.map((error) => error.pointer),
        attempt,
      );
    }
    const what = `It is not imported: no example was found that is valid and can be sent (${fault.slice(0, 300)}).`;
    return { ok: false, losses: [...this.#losses, { pointer: this.#pointer, what }] };
  }

  #chooseOne(field: InputField): void {
    const given = givenValues(field, this.#draft, this.#shape, this.#defs());
    const index = given.findIndex((readings) => readings.some((value) => this.#serves(field, value)));
    const value = given[index]?.find((reading) => this.#serves(field, reading));
    if (value !== undefined) {
      this.#chosen.set(field.name, value);
      const why = this.#whyNot(field, given[0] ?? []);
      if (index > 0) this.#lose(`The first example of "${field.name}" ${why}; another one is used.`, field);
      return;
    }
    if (given.length === 0 && !isAskedFor(field)) return;
    this.#makeUp(field, given.flat());
  }

  #makeUp(field: InputField, given: JsonValue[]): void {
    const sample = this.#sample(field, 0);
    const becomes = sample === undefined ? 'it is left out' : 'one is generated';
    if (given.length > 0) {
      const why = this.#whyNot(field, given);
      this.#lose(`The example or default of "${field.name}" ${why}; ${becomes}.`, field);
    } else if (sample !== undefined)
      this.#lose(`The document has no example of "${field.name}"; one is generated.`, field);
    if (sample === undefined) return;
    if (!this.#serves(field, sample))
      this.#lose(
        `"${field.name}" is required, but the example does not send it: no valid value was found.`,
        field,
      );
    this.#chosen.set(field.name, sample);
  }

  #whyNot(field: InputField, given: JsonValue[]): string {
    return given.some((value) => this.#fits(field, value)) ? 'would send nothing' : 'does not fit its schema';
  }

  #fits(field: InputField, value: JsonValue): boolean {
    if (!isSendable(value) || (field.in === 'path' && value === '')) return false;
    return this.#validators.fields.get(field.name)?.(value).length === 0;
  }

  /** A generated value. Path parameters must not be empty. */
  #sample(field: InputField, round: number): JsonValue | undefined {
    const extents: SampleExtent[] =
      field.in === 'path' ? ['full', 'typical'] : ['typical', 'minimal', 'full'];
    const mustBeSent = this.#mustBeSent(field);
    const valid: JsonValue[] = [];
    for (const value of this.#candidates(field, extents.slice(round))) {
      if (value === undefined || !this.#fits(field, value)) continue;
      if (!(mustBeSent && sendsNothing(value))) return value;
      valid.push(value);
    }
    const filled = mustBeSent ? filledValues : [];
    return filled.find((value) => this.#serves(field, value)) ?? valid[0];
  }

  /** Each generated when its turn comes: the first nearly always serves. */
  *#candidates(field: InputField, extents: SampleExtent[]): Generator<JsonValue | undefined> {
    for (const extent of extents) yield this.#made(field, extent);
    yield* this.#listed(field);
  }

  /** Remembered, because each attempt needs it, and a failed search is the most expensive. */
  #made(field: InputField, extent: SampleExtent): JsonValue | undefined {
    const known = this.#samples.get(field.schema) ?? new Map<SampleExtent, JsonValue | undefined>();
    this.#samples.set(field.schema, known);
    const node = schemaNode(this.#shape.schema).read().object?.properties.get(field.name);
    if (node && !known.has(extent)) known.set(extent, sampleSchema(node, extent, this.#draft.samples));
    return known.get(extent);
  }

  /** Whether a value is valid and, if it must be, part of the request. */
  #serves(field: InputField, value: JsonValue): boolean {
    return !(this.#mustBeSent(field) && sendsNothing(value)) && this.#fits(field, value);
  }

  #mustBeSent(field: InputField): boolean {
    const { parameter } = field;
    const isPair = parameter === undefined ? this.#isForm() : parameter.content === undefined;
    return isAskedFor(field) && isPair;
  }

  #isForm(): boolean {
    const { body, mediaType = '' } = this.#shape;
    return body === 'merged' && essence(mediaType) === 'application/x-www-form-urlencoded';
  }

  /** An optional body without an example is not sent. */
  #leaveOutBody(): boolean {
    const fields = this.#shape.fields.filter((field) => field.in === 'body');
    if (!fields.some((field) => field.requiredInBody) || !fields.some(({ name }) => this.#chosen.has(name)))
      return false;
    for (const { name } of fields) this.#chosen.delete(name);
    this.#lose('No example of the body is valid and can be sent; the example sends no body.');
    this.#leaveOut(fields.filter(offers));
    return true;
  }

  #mend(pointers: string[], attempt: number): void {
    const names = new Set(pointers.map((pointer) => pointerTokens(pointer)[0] ?? ''));
    const named = this.#shape.fields.filter(
      (field) =>
        names.has(field.name) && (this.#chosen.has(field.name) || offers(field) || isAskedFor(field)),
    );
    this.#faulty = named;
    const atFault =
      named.length > 0 ? named : this.#shape.fields.filter((field) => field.in === 'body' || attempt > 2);
    for (const field of atFault) {
      const before = this.#attempts.get(field.name) ?? 0;
      this.#attempts.set(field.name, before + 1);
      const replacement = this.#replacement(field, before);
      if (replacement !== undefined) this.#chosen.set(field.name, replacement);
      else if (!field.required) {
        this.#chosen.delete(field.name);
        this.#lose(`The example of "${field.name}" cannot be sent; it is left out.`, field);
      }
    }
    this.#leaveOut(atFault.filter((field) => !this.#chosen.has(field.name) && offers(field)));
  }

  /** A new value for a field at fault. Optional fields are left out first. */
  #replacement(field: InputField, before: number): JsonValue | undefined {
    const value = this.#sample(field, before);
    if (
      before < 2 &&
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(this.#chosen.get(field.name))
    )
      return value;
    if (!isAskedFor(field)) return undefined;
    const others = [...this.#listed(field), ...plainValues];
    return others.filter((other) => this.#fits(field, other))[before - 1];
  }

  /** The values in the schema. A sample is only the first of them, which may not be sendable. */
  #listed({ schema }: InputField): JsonValue[] {
    const [listed] = referenceChain(schemaNode(schema, this.#defs())).flatMap(({ choices }) => choices ?? []);
    return listed?.values.slice(0, maxListed) ?? [];
  }

  /** Removes examples and defaults of fields, so that the first call leaves the fields out. */
  #leaveOut(fields: InputField[]): void {
    if (fields.length === 0) return;
    this.#samples.clear();
    this.#operation = withoutOffers(this.#operation, this.#shape, fields);
    this.#shape = inputShape(this.#operation);
    this.#validators = compileInput(this.#shape);
  }

  #withExamples(): Operation {
    const names = this.#shape.fields.map((field) => field.name);
    const examples = Object.fromEntries(
      names.flatMap((name): [string, JsonValue][] => {
        const value = this.#chosen.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const extension = {
      ...this.#operation['x-farebox'],
      ...(names.length > 1 ? { order: names } : {}),
      ...(Object.keys(examples).length > 0 ? { examples } : {}),
    };
    return Object.keys(extension).length > 0
      ? { ...this.#operation, 'x-farebox': extension }
      : this.#operation;
  }

  /** Equal to `inputShape(this.withExamples())`, which has no other order and the same schema. */
  #shapeWithExamples(): InputShape {
    const fields = this.#shape.fields.map((field) => {
      const example = this.#chosen.get(field.name) ?? field.example;
      return example === undefined ? field : { ...field, example };
    });
    return { ...this.#shape, fields };
  }

  #defs(): Defs {
    return this.#operation.$defs ?? {};
  }

  #lose(what: string, field?: InputField): void {
    this.#losses.push({ pointer: (field && this.#pointerOf(field)) ?? this.#pointer, what });
  }

  #pointerOf({ parameter }: InputField): string | undefined {
    return parameter === undefined
      ? this.#draft.bodyPointer
      : this.#draft.parameterPointers.get(parameterKey(parameter));
  }
}

/** Values that fit nearly any place in a request. */
const plainValues: JsonValue[] = ['text', 'a', 'example', 1, 0, true, ['text'], [1], 'RmFyZWJveA==', {}, []];

/** Values for lists and objects without a schema. */
const filledValues: JsonValue[] = [['text'], [1], { key: 'text' }];

/** No style can write null, nor a list or object that contains only null. */
function sendsNothing(value: JsonValue): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).every((inner) => sendsNothing(inner));
}

/** Includes fields of an optional body: without them an example would show little. */
function isAskedFor({ required, requiredInBody }: InputField): boolean {
  return required || requiredInBody === true;
}

function offers(field: InputField): boolean {
  return field.example !== undefined || field.default !== undefined;
}
