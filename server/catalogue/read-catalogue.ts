import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { tagFile } from '../../lib/product/catalogue-entry.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { isJsonObject } from '../../lib/json/json.ts';
import { foldedPhrase } from '../../lib/search/parse-search.ts';
import { type EgressAllow, nothingAllowed } from '../gateway/egress-allow.ts';
import type { PublishedTag } from '../store/catalogue/catalogue-jobs.ts';
import type { TagKind } from '../store/catalogue/published-product.ts';
import { readFileHead, readRegularFile } from '../files/read-regular-file.ts';
import { CatalogueFile, type Mistake } from './catalogue-file.ts';
import { FolderFiles, ImportedDocuments } from './read-doc.ts';
import type { KnownTags } from './product-row.ts';
import { type CatalogueApi, isApiFile, readApi } from './read-api.ts';
import { type CatalogueProduct, readEntry } from './read-entry.ts';
import type { Payload } from '../store/writer.ts';

/** Enough for an operation with large schemas. Larger documents are referred to, not copied into entries. */
const maximumFileBytes = 1024 * 1024;
const maximumFiles = 10_000;

export interface Catalogue {
  tags: PublishedTag[];
  /** The absolute path of the folder, or `console`. */
  folder: string;
  /** Synonyms for the search; undefined if no file has any. */
  synonyms: Payload<'publish-synonyms'>['groups'] | undefined;
  products: CatalogueProduct[];
  apis: CatalogueApi[];
}

export type CatalogueReading = { ok: true; catalogue: Catalogue } | { ok: false; mistakes: Mistake[] };

/**
 * Reads a catalogue folder: `tags.yaml` files, product entries, and API files. OpenAPI documents in it are read only by
 * the entries that refer to them. Collects the mistakes of all files. A product that is online must have an address
 * that the gateway may call.
 */
export function readCatalogue(folder: string, egressAllow: EgressAllow = nothingAllowed): CatalogueReading {
  const mistakes: Mistake[] = [];
  const paths = yamlFiles(folder, mistakes);
  if (paths.length === 0 && mistakes.length === 0) {
    mistakes.push({
      file: folder,
      line: 1,
      column: 1,
      expected: 'Expected at least one YAML file; found none.',
    });
  }
  const files = paths.flatMap((path) => openFile(path, mistakes));
  const tagFiles = files.filter(({ path }) => isTagFile(path));
  const { tags, synonyms } = readTags(tagFiles);
  const broken = tagFiles.flatMap(({ file }) => file.mistakes);
  // With invalid tag files, all entries would be refused for unknown tags, so they are not read.
  if (broken.length > 0) return { ok: false, mistakes: [...mistakes, ...broken] };
  const known = knownTags(tags, folder);
  const documents = new ImportedDocuments(new FolderFiles(folder));
  const others = files.filter(({ path, file }) => !isTagFile(path) && !isOpenApiDocument(file.value));
  const entries = others.filter(({ file }) => !isApiFile(file.value));
  const products = entries.flatMap(({ name, path, file }) => {
    const product =
      file.mistakes.length > 0
        ? undefined
        : readEntry(file, {
            ...{ name, path, tags: known, documents, egressAllow },
            owner: realpathSync(path),
          });
    return product ? [{ product, file }] : [];
  });
  refuseTwins(products);
  const apis = others
    .filter(({ file }) => isApiFile(file.value))
    .flatMap(({ name, path, file }) => {
      const api = readApi(file, { name, path, owner: realpathSync(path), tags: known, documents });
      return api ? [{ api, file }] : [];
    });
  refuseTwinApis(apis);
  mistakes.push(...files.flatMap(({ file }) => file.mistakes));
  if (mistakes.length > 0) return { ok: false, mistakes };
  const rows = products.map(({ product }) => product);
  const read = apis.map(({ api }) => api);
  const catalogue = { folder: realpathSync(folder), tags, synonyms, products: rows };
  return { ok: true, catalogue: { ...catalogue, apis: withPresent(read, rows) } };
}

/** Limits each API to the operations that are in the folder. */
function withPresent(apis: CatalogueApi[], products: CatalogueProduct[]): CatalogueApi[] {
  const present = new Set(products.map(({ row }) => row.slug));
  return apis.map((api) => {
    const operations = api.operations.filter(({ slug }) => present.has(slug));
    return { ...api, operations, absent: api.operations.length - operations.length };
  });
}

interface OpenedFile {
  /** The name in messages, relative to the working directory. */
  name: string;
  path: string;
  file: CatalogueFile;
}

function yamlFiles(folder: string, mistakes: Mistake[]): string[] {
  const refuse = (expected: string) => mistakes.push({ file: folder, line: 1, column: 1, expected });
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    refuse('Expected a folder with catalogue files; this folder does not exist.');
    return [];
  }
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(/[\\/]/)
          .some((part) => part.startsWith('.') || part === 'node_modules'),
    )
    .sort();
  if (paths.length > maximumFiles) refuse(`Expected at most ${maximumFiles} files; found ${paths.length}.`);
  return paths.slice(0, maximumFiles);
}

/** The start of a file, which distinguishes a document from an entry. */
const headBytes = 10_000;

function openFile(path: string, mistakes: Mistake[]): OpenedFile[] {
  const name = relative('', path) || path;
  const reading = readRegularFile(path, maximumFileBytes);
  if (reading.ok) return [{ name, path, file: new CatalogueFile(name, reading.bytes.toString()) }];
  const isTooLarge = reading.why === 'too-large';
  // Documents between the entries may be large.
  if (isTooLarge && /^\s*["']?(openapi|swagger)["']?\s*:/m.test(readFileHead(path, headBytes).toString()))
    return [];
  const expected = isTooLarge
    ? `Expected a file of at most 1 MiB; it has ${(reading.size / 1024 / 1024).toFixed(1)} MiB.`
    : `Expected a file that can be read; it ${reading.reason}.`;
  mistakes.push({ file: name, line: 1, column: 1, expected });
  return [];
}

function isTagFile(path: string): boolean {
  return /^tags\.ya?ml$/i.test(basename(path));
}

function isOpenApiDocument(value: unknown): boolean {
  return isJsonObject(value) && ('openapi' in value || 'swagger' in value);
}

function readTags(files: OpenedFile[]): Pick<Catalogue, 'tags' | 'synonyms'> {
  const tags = new Map<string, PublishedTag>();
  let synonyms: Catalogue['synonyms'];
  for (const { path, file } of files) {
    const content = file.mistakes.length === 0 ? file.parse(tagFile, file.value ?? {}) : undefined;
    if (!content) continue;
    if (content.synonyms) {
      const groups = readSynonyms(file, content.synonyms);
      const whole = realpathSync(path);
      synonyms = [...(synonyms ?? []), ...groups.map((phrases) => ({ file: whole, phrases }))];
    }
    for (const { kind, list } of tagKinds) {
      content[list].forEach((tag, index) => {
        const key = `${kind} ${tag.slug}`;
        if (tags.has(key))
          file.add(
            [list, index, 'slug'],
            `Expected each of the ${list} once; "${tag.slug}" is listed twice.`,
          );
        const { slug, name, icon = null, url = null, description = null, position } = tag;
        const place = position === undefined ? {} : { position };
        tags.set(key, { kind, slug, name, icon, url, description, ...place });
      });
    }
  }
  return { tags: [...tags.values()], synonyms };
}

function readSynonyms(file: CatalogueFile, groups: string[][]): string[][] {
  return groups.map((group, groupIndex) => {
    const phrases = group.map(foldedPhrase);
    phrases.forEach((phrase, index) => {
      if (phrase === '')
        file.add(['synonyms', groupIndex, index], 'Expected letters or digits; there are none.');
    });
    const different = [...new Set(phrases)];
    if (different.length < 2)
      file.add(
        ['synonyms', groupIndex],
        'Expected at least two phrases that differ in more than their case.',
      );
    return different;
  });
}

function knownTags(tags: PublishedTag[], folder: string): KnownTags {
  const slugs = (kind: TagKind) => tags.filter((tag) => tag.kind === kind).map(({ slug }) => slug);
  return { slugs, source: join(relative('', folder) || folder, 'tags.yaml') };
}

/** Two entries with one slug would replace each other at every apply. */
function refuseTwins(products: { product: CatalogueProduct; file: CatalogueFile }[]): void {
  const first = new Map<string, string>();
  for (const { product, file } of products) {
    const other = first.get(product.row.slug);
    if (other === undefined) first.set(product.row.slug, product.file);
    else file.add(['slug'], `Expected a unique slug; ${other} has "${product.row.slug}", too.`);
  }
}

/** Two files of one API would replace each other at every apply, and a product belongs to only one API. */
function refuseTwinApis(apis: { api: CatalogueApi; file: CatalogueFile }[]): void {
  const first = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { api, file } of apis) {
    const other = first.get(api.row.slug);
    if (other !== undefined)
      file.add(['api', 'slug'], `Expected a unique slug; ${other} has "${api.row.slug}", too.`);
    first.set(api.row.slug, api.file);
    for (const { slug } of api.operations) {
      const owner = owners.get(slug);
      if (owner !== undefined)
        file.add(
          ['api', 'groups'],
          `Expected operations that belong only to this API; ${owner} has "${slug}", too.`,
        );
      owners.set(slug, api.file);
    }
  }
}
