import { type ApiFile, apiFile } from '../../lib/product/catalogue-entry.ts';
import { foldedText } from '../../lib/text/names.ts';
import { isJsonObject } from '../../lib/json/json.ts';
import type { PublishedApi } from '../store/catalogue/catalogue-jobs.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import { checkMarkdown, readDoc } from './read-doc.ts';
import { checkTag, apiId } from './product-row.ts';
import type { EntryPlace } from './read-entry.ts';

export interface OperationPlace {
  slug: string;
  groupIndex: number;
  position: number;
}

export interface CatalogueApi {
  /** The file name in messages. */
  file: string;
  row: PublishedApi;
  /** The operations that have a file, in order. */
  operations: OperationPlace[];
  /** The number of operations without a file. The operator may have left them out. */
  absent: number;
}

/** Distinguishes the file of an API from a product entry. */
export function isApiFile(value: unknown): boolean {
  return isJsonObject(value) && 'api' in value;
}

/** Parses the file of an API. Undefined if it has mistakes, which the file collects. */
export function readApi(
  file: CatalogueFile,
  {
    name,
    path,
    owner,
    tags,
    documents: { files },
  }: Pick<EntryPlace, 'name' | 'path' | 'owner' | 'tags' | 'documents'>,
): CatalogueApi | undefined {
  const api = file.parse(apiFile, file.value)?.api;
  if (!api) return undefined;
  checkTag(file, ['api', 'provider'], { kind: 2, slug: api.provider }, tags);
  const doc = readDoc(file, ['api', 'doc'], path, api.doc, files);
  api.groups.forEach(({ description = '' }, index) =>
    checkMarkdown(file, ['api', 'groups', index, 'description'], description),
  );
  refuseRepeated(file, api.groups);
  if (file.mistakes.length > 0 || doc === undefined) return undefined;
  const { slug, version = null, source = null, provider, url = null, summary = null } = api;
  const groups = api.groups.map((group) => ({
    name: group.name ?? null,
    description: group.description ?? '',
  }));
  const row: PublishedApi = {
    id: apiId(slug),
    slug,
    name: api.name,
    sortName: foldedText(api.name),
    version,
    provider,
    url,
    summary,
    doc,
    groups: JSON.stringify(groups),
    owner: { file: owner, source },
  };
  return { file: name, row, operations: placesOf(api.groups), absent: 0 };
}

type Groups = ApiFile['api']['groups'];

function placesOf(groups: Groups): OperationPlace[] {
  return groups
    .flatMap(({ operations }, groupIndex) => operations.map((slug) => ({ slug, groupIndex })))
    .map((place, position) => ({ ...place, position }));
}

function refuseRepeated(file: CatalogueFile, groups: Groups): void {
  const seen = new Set<string>();
  groups.forEach(({ operations }, groupIndex) => {
    operations.forEach((slug, index) => {
      if (seen.has(slug))
        file.add(
          ['api', 'groups', groupIndex, 'operations', index],
          `Expected each operation once; "${slug}" is listed twice.`,
        );
      seen.add(slug);
    });
  });
}
