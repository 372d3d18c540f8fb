import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { lintErrors, postmanRequests, typesOf } from '../../setup/document-readers.ts';
import { tenDocuments } from '../../setup/documents/ten-documents.ts';
import { importedDocument } from '../../setup/imported-document.ts';

it.each(Object.entries(tenDocuments))(
  'makes a document of an imported operation of %s',
  async (_name, make) => {
    const { id, version, text } = importedDocument(make('http://127.0.0.1:9'));
    expect(await lintErrors(text)).toEqual([]);
    expect(await typesOf(text)).toContain(`"/api/product/developer/call/${id}"`);
    const [call] = await postmanRequests(text);
    expect(version.validators.verdict(objectOf(call?.body))).toBe('valid');
  },
);

function objectOf(text = ''): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
