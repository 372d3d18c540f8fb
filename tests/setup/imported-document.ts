import { importDocument } from '../../lib/import/import-document.ts';
import type { Product } from '../../lib/product/product.ts';
import { templateOfEntry } from '../../lib/product/catalogue-entry.ts';
import { productDocument } from '../../lib/reference/product-document.ts';
import { exampleOf } from '../../server/documents/product-document.ts';
import { productOperations } from '../../server/api/products.ts';
import { type CompiledVersion, compileVersion } from '../../server/products/compiled-version.ts';

export interface ImportedDocument {
  id: string;
  version: CompiledVersion;
  /** The OpenAPI document of the product that the operation becomes. */
  text: string;
}

/** The operation in the middle of an imported document, as a product with a document of its own. */
export function importedDocument(document: unknown): ImportedDocument {
  const result = importDocument(JSON.stringify(document));
  const imported = (result.ok ? result.operations : []).filter(({ imported: is }) => is);
  const { operation, id } = imported[Math.floor(imported.length / 2)] ?? {};
  if (!operation || id === undefined) throw new Error('No operation was imported.');
  const template = templateOfEntry(operation, { price: { lines: [], maximum: 1 } });
  const version = compileVersion({ document: JSON.stringify(template), hash: id, templateKey: 1 });
  const { shape, bounds } = version;
  const tag = { id: 'tag', slug: 'tag', name: 'Tag' };
  const product: Product = {
    ...{ id, slug: id, name: id, apiTemplateID: id, description: [], doc: '', abilities: [] },
    ...{ labels: [], type: tag, provider: tag, price: bounds, status: 1 },
  };
  const given = { template, shape, bounds, version: id, guests: true, example: exampleOf(version), product };
  return {
    id,
    version,
    text: JSON.stringify(productDocument(productOperations('http://127.0.0.1:9'), given)),
  };
}
