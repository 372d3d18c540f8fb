import { consoleOwner } from '../store/catalogue/audience.ts';
import { templateSchema } from '../../lib/operation/operation.ts';
import { ownerText } from '../catalogue/product-row.ts';
import type { Context } from '../context.ts';
import type { Compared, ImportedRow } from '../store/catalogue/import-jobs.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';
import { operationFingerprint } from './read-document.ts';

type Publications = Context['store']['publications'];

/** A database statement may have tens of thousands of variables. */
const readAtOnce = 500;

export interface Comparison {
  compared: Compared;
  /** Why it cannot have its slug. */
  sentence: string | null;
  before: StoredProduct | null;
}

/** Compares an operation with the product that has its slug. */
export function comparisonOf(
  row: Pick<ImportedRow, 'method' | 'path' | 'slug' | 'fingerprint'>,
  source: string,
  stored: StoredProduct | undefined,
): Comparison {
  if (!stored) return { compared: 'new', sentence: null, before: null };
  const { slug } = row;
  const owner = stored.file === null ? null : { file: stored.file, source: stored.source };
  const foreign = (sentence: string) => ({ compared: 'foreign' as const, sentence, before: null });
  if (owner && (owner.file !== consoleOwner || owner.source !== source))
    return foreign(`The product "${slug}" belongs to ${ownerText(owner)}. Give this one another slug.`);
  if (stored.archivedAt !== null)
    return foreign(`The product "${slug}" is in the archive. Bring it back first.`);
  const template = templateSchema.safeParse(JSON.parse(stored.document)).data;
  if (template?.method !== row.method || template.path !== row.path) {
    const other = template ? `${template.method.toUpperCase()} ${template.path}` : 'another operation';
    return foreign(`The product "${slug}" is ${other}. Give this one another slug.`);
  }
  const isSame = operationFingerprint(template) === row.fingerprint;
  return { compared: isSame ? 'unchanged' : 'changed', sentence: null, before: stored };
}

interface KnownProduct {
  slug: string;
  name: string;
  method: string;
  path: string;
  isOnline: boolean;
}

/** What of a document is published already. */
export class PublishedDocument {
  readonly #publications: Publications;
  readonly #source: string;
  /** Its products by method and path: an operator may have given them other names and slugs than the draft's. */
  readonly #known = new Map<string, KnownProduct>();
  readonly #seen = new Set<string>();
  /** Servers of the document, and those that its products call instead. */
  readonly servers: Record<string, string> = {};

  private constructor(publications: Publications, source: string) {
    this.#publications = publications;
    this.#source = source;
  }

  static async open(publications: Publications, source: string, api: string): Promise<PublishedDocument> {
    const document = new PublishedDocument(publications, source);
    const stored = await publications.findApi(api);
    if (stored?.file !== consoleOwner || stored.source !== source) return document;
    const slugs = (await publications.operationsOf(api)).map(({ slug }) => slug);
    for (let start = 0; start < slugs.length; start += readAtOnce) {
      for (const product of await publications.products(slugs.slice(start, start + readAtOnce)))
        document.#know(product);
    }
    return document;
  }

  #know({ slug, name, status, document, file, source }: StoredProduct): void {
    const template = templateSchema.safeParse(JSON.parse(document)).data;
    if (!template || file !== consoleOwner || source !== this.#source) return;
    const { method, path } = template;
    this.#known.set(`${method} ${path}`, { slug, name, method, path, isOnline: status === 1 });
  }

  /** Products that are online, and that none of the rows that were compared is. */
  removed(): KnownProduct[] {
    return [...this.#known].flatMap(([key, one]) => (one.isOnline && !this.#seen.has(key) ? [one] : []));
  }

  /** The rows with the slugs and names of their products, each compared with its product. */
  async compare<Row extends ImportedRow>(rows: Row[]): Promise<(Row & Comparison)[]> {
    const named = rows.map((row) => {
      const key = `${row.method} ${row.path}`;
      this.#seen.add(key);
      const { slug, name } = this.#known.get(key) ?? row;
      return { ...row, slug, name };
    });
    const stored = await this.#publications.products(named.map(({ slug }) => slug));
    const bySlug = new Map(stored.map((product) => [product.slug, product]));
    return named.map((row) => {
      if (row.problem !== null) return { ...row, compared: 'unsold', sentence: null, before: null };
      const compared = comparisonOf(row, this.#source, bySlug.get(row.slug));
      if (compared.before) this.#noteServer(row.server, compared.before);
      return { ...row, ...compared };
    });
  }

  #noteServer(from: string, { document }: StoredProduct): void {
    const { url } = templateSchema.parse(JSON.parse(document)).server;
    if (url !== from) this.servers[from] ??= url;
  }
}
