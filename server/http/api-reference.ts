import { type ApiDocument, apiDocument } from '../../lib/reference/api-document.ts';
import { openapiDocument } from './openapi-document.ts';

let cached: ApiDocument | undefined;

/** The portal's own document as pages show it: the same as long as the process runs, and cached once. */
export function apiReference(url: string): ApiDocument {
  cached ??= apiDocument.parse(openapiDocument(url));
  return cached;
}
