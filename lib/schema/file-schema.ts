import type { JsonObject } from '../json/json.ts';
import { own } from './schema-references.ts';

/** Strings that stand for bytes: base64 or a data URL. */
export function isFileSchema(schema: JsonObject): boolean {
  const format = own(schema, 'format');
  const encoding = own(schema, 'contentEncoding');
  return (
    format === 'binary' ||
    format === 'byte' ||
    (typeof encoding === 'string' && /^base64(?:url)?$/i.test(encoding))
  );
}
