import { z } from 'zod';
import { isJsonObject, type JsonObject, parseJson } from '../../lib/json/json.ts';
import { yamlText } from '../../lib/import/document/read-yaml.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { visibilityOf } from '../store/catalogue/audience.ts';
import type { Publications, StoredProduct } from '../store/catalogue/read-publications.ts';

/** A file of a catalogue folder. */
export interface ExportedFile {
  /** Its path in the folder. */
  name: string;
  text: string;
}

type ProductFacts = Pick<
  StoredProduct,
  | 'slug'
  | 'name'
  | 'source'
  | 'status'
  | 'visibility'
  | 'approval'
  | 'terms'
  | 'tags'
  | 'introduction'
  | 'searchWords'
  | 'doc'
  | 'document'
>;

/** The entry of a published product: published again, it changes nothing. */
export function entryOf({
  slug,
  name,
  source,
  status,
  visibility,
  approval,
  terms,
  tags,
  ...texts
}: ProductFacts): JsonObject {
  const { 'x-farebox': extension, ...operation } = templateOf(texts.document);
  const { price, charges, limits, secrets, ...fields } = isJsonObject(extension) ? extension : {};
  const slugsOf = (kind: number) => tags.filter((tag) => tag.kind === kind).map((tag) => tag.slug);
  return {
    slug,
    name,
    ...(source !== null && { source }),
    status: status === 1 ? 'online' : 'offline',
    ...(visibility !== 0 && { visibility: visibilityOf(visibility) }),
    ...(approval === 1 && { approval: 'required' }),
    ...(terms !== null && { terms }),
    type: slugsOf(1)[0] ?? '',
    provider: slugsOf(2)[0] ?? '',
    capabilities: slugsOf(3),
    labels: slugsOf(4),
    ...(texts.searchWords && texts.searchWords !== '[]' && { searchWords: parseJson(texts.searchWords) }),
    introduction: parseJson(texts.introduction),
    doc: texts.doc,
    operation: { ...operation, ...(secrets !== undefined && { 'x-farebox': { secrets } }) },
    ...(Object.keys(fields).length > 0 && { fields }),
    price: price ?? null,
    ...(charges !== undefined && { charges }),
    ...(limits !== undefined && { limits }),
  };
}

/** Only the writer stores templates, always as JSON objects. */
function templateOf(document: string): JsonObject {
  const template = parseJson(document);
  return isJsonObject(template) ? template : {};
}

/** A database statement may have tens of thousands of variables, and a slice of this size is fast to read. */
const readAtOnce = 200;

/** The files of all products, or of those with these slugs: each API with its products in a folder of its own. */
export async function* exportCatalogue(
  publications: Publications,
  slugs: readonly string[],
): AsyncGenerator<ExportedFile> {
  yield { name: 'tags.yaml', text: yamlText(await tagFileOf(publications)) };
  const apis = new Set<string>();
  for (let start = 0; start < slugs.length; start += readAtOnce) {
    const slice = slugs.slice(start, start + readAtOnce);
    const places = await publications.places(slice);
    const apiOf = new Map(places.map(({ slug, api }) => [slug, api]));
    for (const { api } of places) apis.add(api);
    for (const product of await publications.products(slice)) {
      const api = apiOf.get(product.slug);
      const folder = api === undefined ? '' : `${api}/`;
      yield { name: `${folder}${fileName(product.slug)}`, text: yamlText(entryOf(product)) };
    }
  }
  for (const api of apis) {
    const text = yamlText(await apiFileOf(publications, api));
    yield { name: `${api}/api.yaml`, text };
  }
}

/** No product takes the name of another file. */
function fileName(slug: string): string {
  return slug === 'tags' || slug === 'api' ? `${slug}-product.yaml` : `${slug}.yaml`;
}

async function tagFileOf(publications: Publications): Promise<JsonObject> {
  const tags = await publications.tags();
  const synonyms = await publications.synonyms();
  const lists = tagKinds.map(({ kind, list }): [string, JsonObject[]] => [
    list,
    tags
      .filter((tag) => tag.kind === kind && tag.mergedInto === null)
      .map(({ slug, name, icon, url, description, position }) => ({
        slug,
        name,
        ...(icon !== null && { icon }),
        ...(url !== null && { url }),
        ...(description !== null && { description }),
        ...(position !== null && { position }),
      })),
  ]);
  return {
    ...Object.fromEntries(lists),
    ...(synonyms.length > 0 && { synonyms: synonyms.map(({ phrases }) => phrases) }),
  };
}

const storedGroups = z.array(z.object({ name: z.string().nullable(), description: z.string() }));

async function apiFileOf(publications: Publications, slug: string): Promise<JsonObject> {
  const api = await publications.findApi(slug);
  if (!api) throw new Error(`The API ${slug} is gone.`);
  const { name, version, source, provider, url, summary, doc } = api;
  const places = await publications.operationsOf(slug);
  const groups = storedGroups.parse(JSON.parse(api.groups));
  return {
    api: {
      slug,
      name,
      ...(version !== null && { version }),
      ...(source !== null && { source }),
      provider,
      ...(url !== null && { url }),
      ...(summary !== null && { summary }),
      doc,
      groups: groups.map((group, index) => ({
        ...(group.name !== null && { name: group.name }),
        ...(group.description !== '' && { description: group.description }),
        operations: places.filter(({ groupIndex }) => groupIndex === index).map((place) => place.slug),
      })),
    },
  };
}
