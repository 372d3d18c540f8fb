import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  schema: Record<string, unknown> | boolean;
  document: unknown;
  draft: keyof typeof drafts;
}

const drafts = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv };
const errorLimit = 100;

/** RE2 takes linear time. A native `^(a+)+$` takes seconds for thirty characters. */
const linearRegExp = Object.assign((pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), {
  code: '',
});
const options: Options = { allErrors: true, strict: false, logger: false, code: { regExp: linearRegExp } };

export const validateJson = operation<Input>(({ schema, document, draft }) => {
  const validate = compile(schema, draft);
  const valid = validate(document) === true;
  const errors = (validate.errors ?? []).slice(0, errorLimit).map(({ instancePath, keyword, message }) => ({
    pointer: instancePath,
    keyword,
    detail: message ?? 'is not valid',
  }));
  return json({ valid, errors });
});

function compile(schema: Input['schema'], draft: Input['draft']): ValidateFunction {
  try {
    const ajv = new drafts[draft](options);
    addFormats(ajv);
    const validate = ajv.compile(schema);
    // Ajv's own keyword makes the validator return a promise, whose rejection would not be handled.
    if ('$async' in validate) throw new Error('"$async" is not a keyword of JSON Schema');
    return validate;
  } catch (error) {
    if (error instanceof Error && !(error instanceof RangeError)) {
      throw new Refusal(`The schema cannot be used: ${error.message}.`);
    }
    throw error;
  }
}
