import { readFileSync } from 'node:fs';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { parse } from 'yaml';

export const documentFile = new URL('../../catalogue/openapi/toolbox.yaml', import.meta.url);

/** A fresh copy on each call, because the request validator writes into the document that it is given. */
export function readDocument(): OpenAPIV3.DocumentV3_1 {
  return asDocument(parse(readFileSync(documentFile, 'utf8')));
}

/** The validator that gets it checks it against OpenAPI's own schema, and a test makes every call of it. */
function asDocument(value: unknown): OpenAPIV3.DocumentV3_1 {
  return value as OpenAPIV3.DocumentV3_1;
}
