import { readFileSync } from 'node:fs';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { parse } from 'yaml';

export const documentFile = new URL('../../catalogue/openapi/toolbox.yaml', import.meta.url);

export function readDocument(): OpenAPIV3.DocumentV3_1 {
  return asDocument(parse(readFileSync(documentFile, 'utf8')));
}

/** Tests hold it to OpenAPI's own schema, and call every operation. */
function asDocument(value: unknown): OpenAPIV3.DocumentV3_1 {
  return value as OpenAPIV3.DocumentV3_1;
}
