import { type ApiDocument, apiDocument } from '../../lib/reference/api-document.ts';
import { openapiDocument } from './openapi-document.ts';

let made: ApiDocument | undefined;

/** The portal's own document as pages show it: the same as long as the process runs, and made once. */
export function apiReference(): ApiDocument {
  made ??= apiDocument.parse(openapiDocument());
  return made;
}
