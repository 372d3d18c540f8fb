import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { linearPattern } from '../linear-pattern.ts';
import type { Fault } from './fault.ts';
import { faultOf } from './sentence.ts';

/** Looks at one value, which stands at `pointer`; what it returns is what is wrong with it. */
export type Check = (value: JsonValue, pointer: string) => Fault[];

/** A lowered schema: JSON Schema in which the keyword `check` may hold checks of our own. */
export type LoweredSchema = boolean | Record<string, unknown>;

/** A key that no document can spell: its checks are functions. */
export const CHECK = 'farebox-check';

/**
 * The state of one validation, shared by all checks of a template. The first look stops at the first fault; only a
 * value that has one is looked at again, for all of them. Validation is synchronous, so one state is enough.
 */
export class Validation {
  private thorough = false;
  private readonly first: Ajv2020;
  private readonly all: Ajv2020;
  /** What the innermost check found last: in the first look, Ajv is told only that there is a fault. */
  private lastFaults: Fault[] = [];
  /** Answers within unions, by check and pointer: branches would ask the same again and again. */
  private memo = new Map<Check, Map<string, Fault[]>>();
  /** The last answer of each check: `allOf` may ask the same twice in a row, and each of the two again. */
  private last = new Map<Check, { pointer: string; faults: Fault[] }>();
  private unionDepth = 0;
  private depth = 0;

  constructor() {
    this.first = this.ajv(false);
    this.all = this.ajv(true);
  }

  /** All faults of a value, at most `MAX_FAULTS`; of a very large one, the first. */
  run(check: Check, value: JsonValue): Fault[] {
    this.thorough = false;
    const faults = this.fresh(() => check(value, ''));
    if (faults.length === 0 || !hasFewerNodesThan(value, MAX_NODES_LISTED))
      return faults.slice(0, MAX_FAULTS);
    this.thorough = true;
    return this.fresh(() => check(value, ''));
  }

  get isThorough(): boolean {
    return this.thorough;
  }

  /** A check of a schema, compiled when it is first needed. */
  lazy(lower: () => LoweredSchema): Check {
    let lowered: LoweredSchema | undefined;
    let first: ValidateFunction | undefined;
    let all: ValidateFunction | undefined;
    return (value, pointer) => {
      if (this.depth > MAX_DEPTH)
        return [{ pointer, detail: 'is described too deeply to be checked', kind: 'other' }];
      lowered ??= lower();
      if (this.thorough) all ??= this.all.compile(lowered);
      else first ??= this.first.compile(lowered);
      const validate = this.thorough ? all : first;
      this.depth += 1;
      const isValid = !validate || validate(value, within(value, pointer));
      this.depth -= 1;
      return isValid ? [] : this.faultsOf(validate.errors ?? []);
    };
  }

  /** The same check, asked but once for a value: what refers to itself costs no more than the value is large. */
  remembered(check: Check): Check {
    return (value, pointer) => {
      const last = this.last.get(check);
      if (last?.pointer === pointer) return last.faults;
      const known = this.unionDepth > 0 ? this.memo.get(check)?.get(pointer) : undefined;
      const faults = known ?? check(value, pointer);
      this.last.set(check, { pointer, faults });
      if (this.unionDepth > 0 && !known) {
        const answers = this.memo.get(check) ?? new Map<string, Fault[]>();
        this.memo.set(check, answers.set(pointer, faults));
      }
      return faults;
    };
  }

  inUnion<T>(work: () => T): T {
    this.unionDepth += 1;
    try {
      return work();
    } finally {
      this.unionDepth -= 1;
    }
  }

  private fresh(work: () => Fault[]): Fault[] {
    this.memo.clear();
    this.last.clear();
    this.unionDepth = 0;
    this.depth = 0;
    return work();
  }

  private faultsOf(errors: ErrorObject[]): Fault[] {
    const faults = errors.flatMap((error): Fault[] => {
      if (error.keyword === CHECK) return this.thorough ? checkFaults(error) : this.lastFaults;
      const fault = isInsideNativeUnion(error) ? undefined : faultOf(error);
      return fault ? [fault] : [];
    });
    if (faults.length > 0) return distinct(faults).slice(0, MAX_FAULTS);
    return [
      { pointer: errors[0]?.instancePath ?? '', detail: 'is not what this field takes', kind: 'other' },
    ];
  }

  private ajv(thorough: boolean): Ajv2020 {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: thorough,
      meta: false,
      validateSchema: false,
      addUsedSchema: false,
      logger: false,
      ownProperties: true,
      inlineRefs: false,
      multipleOfPrecision: 9,
      code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
    });
    addFormats(ajv);
    ajv.addKeyword({
      keyword: CHECK,
      // In the first look Ajv makes a plain error of its own: appending ours would copy the list each time.
      errors: thorough ? 'full' : false,
      compile: (check: unknown) => {
        if (!isCheck(check)) throw new TypeError('A lowered schema holds a check that is no function.');
        return this.keyword(check);
      },
    });
    return ajv;
  }

  private keyword(check: Check) {
    const validate: KeywordFunction = (value, context) => {
      const faults = check(value, context?.instancePath ?? '');
      if (faults.length === 0) return true;
      this.lastFaults = faults;
      validate.errors = [{ keyword: CHECK, instancePath: context?.instancePath ?? '', params: { faults } }];
      return false;
    };
    return validate;
  }
}

interface KeywordFunction {
  (value: JsonValue, context?: DataValidationCxt): boolean;
  errors?: Partial<ErrorObject>[];
}

/** A person mends a few faults at a time; the list is for them. */
const MAX_FAULTS = 50;

/** Listing all faults of a value takes time and memory by the square of them. */
const MAX_NODES_LISTED = 5000;

/** References within references; a value is at most 64 levels deep, and the stack holds several times this. */
const MAX_DEPTH = 400;

function within(value: JsonValue, pointer: string): DataValidationCxt {
  return {
    instancePath: pointer,
    parentData: { value },
    parentDataProperty: 'value',
    rootData: {},
    dynamicAnchors: {},
  };
}

/** What stands under the keyword `CHECK` was put there by `lowered-schema.ts`, which puts only checks there. */
function isCheck(value: unknown): value is Check {
  return typeof value === 'function';
}

/** What stands in the params of a `CHECK` error was put there by `keyword` above. */
function checkFaults(error: ErrorObject): Fault[] {
  return error.params['faults'] as Fault[];
}

/** Where unions are left to Ajv, each branch reports; only the union's own finding is of use. */
function isInsideNativeUnion(error: ErrorObject): boolean {
  return /\/(?:anyOf|oneOf)\/\d+\//.test(error.schemaPath);
}

function hasFewerNodesThan(value: JsonValue, most: number): boolean {
  const pending: JsonValue[] = [value];
  for (let seen = 0; pending.length > 0; seen += 1) {
    if (seen + pending.length > most) return false;
    const next = pending.pop();
    if (Array.isArray(next)) {
      if (next.length > most) return false;
      pending.push(...next);
    } else if (isJsonObject(next)) {
      const members: JsonObject = next;
      for (const key of Object.keys(members)) pending.push(members[key] ?? null);
    }
  }
  return true;
}

function distinct(faults: Fault[]): Fault[] {
  const seen = new Set<string>();
  return faults.filter(({ pointer, detail }) => {
    const key = `${pointer}\n${detail}`;
    return !seen.has(key) && seen.add(key);
  });
}
