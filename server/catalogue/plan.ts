import { consoleOwner } from '../store/catalogue/audience.ts';
import { visibilityOf } from '../store/catalogue/audience.ts';
import { type PublishedTag, textsOf } from '../store/catalogue/catalogue-jobs.ts';
import type { PublishedProduct, ProductOwner } from '../store/catalogue/published-product.ts';
import type { Publications } from '../store/catalogue/read-publications.ts';
import type { Payload } from '../store/writer.ts';
import { noTerms } from '../../lib/product/catalogue-entry.ts';
import { mayCostMore } from '../../lib/product/priced-template.ts';
import { type ComparedProduct, type Difference, differenceOf, isSameOperation } from './compare-products.ts';
import { decidePlan, type PriceRule } from '../../lib/product/decide-plan.ts';
import { momentText } from '../../lib/text/times.ts';
import { isFreeFor, mayPublish } from './product-row.ts';
import { type ApiPlan, type PlannedApi, planApis } from './plan-apis.ts';
import type { Catalogue } from './read-catalogue.ts';

interface PriceChange {
  from: { from: number; to: number };
  to: { from: number; to: number };
  /** Whether a call can cost more than before: `false` is proved. */
  mayCostMore: boolean;
}

export interface PlannedProduct {
  row: PublishedProduct;
  /** The file name in messages. */
  file: string;
  /** The previous owner, if it is not known to be the same. */
  before: ProductOwner | null;
  /** The product changes its method or path. */
  isOtherOperation?: boolean;
  change: 'created' | 'changed' | 'unchanged';
  isOnline: boolean;
  /** The changed parts of a product in words, without the price. */
  parts: string[];
  /** The changes that break programs of callers, in words. */
  breaking: string[];
  /** Why it cannot be published, as a sentence. */
  mistake?: string;
  /** The document that no longer has its operation, if that takes it offline. */
  removedFrom?: string;
  price?: PriceChange;
  /** When its operation and price are in force, where that is not at once. Texts are published all the same. */
  planned?: PlannedMoment & { isNew: boolean };
  /** What was planned before, and is not any more. */
  withdraws?: PlannedMoment;
}

interface PlannedMoment {
  at: Date;
  /** Whether it waits for the approval of another person. */
  waits: boolean;
}

export interface Plan {
  /** New and changed tags. */
  tags: PublishedTag[];
  /** Undefined if they do not change. */
  synonyms?: Payload<'publish-synonyms'> | undefined;
  products: PlannedProduct[];
  apis: ApiPlan;
  /** Slugs of products that are online but not in the files. They are taken offline. */
  pruned: string[];
}

/** Products of another file or document that this folder's entries would replace. */
export function foreignProducts(
  { products }: Plan,
  folder: string,
): (PlannedProduct & { before: ProductOwner })[] {
  return products.flatMap((product) => {
    const { row, before, isOtherOperation = false } = product;
    if (before === null || row.owner === undefined) return [];
    return mayPublish(before, row.owner, folder, !isOtherOperation) ? [] : [{ ...product, before }];
  });
}

/** APIs of another file or document that this folder's files would replace. */
export function foreignApis({ apis }: Plan, folder: string): (PlannedApi & { before: ProductOwner })[] {
  return apis.apis.flatMap((api) => {
    const { row, before } = api;
    return before === null || mayPublish(before, row.owner, folder) ? [] : [{ ...api, before }];
  });
}

/** Products with no change but their owner. */
export function newOwners({ products }: Plan): Payload<'own-products'>['owners'] {
  return products.flatMap(({ row: { slug, owner }, before, change }) => {
    const isKnown = before?.file === owner?.file && before?.source === owner?.source;
    return change !== 'unchanged' || owner === undefined || isKnown ? [] : [{ slug, owner, before }];
  });
}

/** A database statement may have tens of thousands of variables, and a slice of this size is fast to read. */
const readAtOnce = 500;

/** Compares a catalogue with the published data. `prune` takes products offline that are not in the catalogue. */
export async function planCatalogue(
  publications: Publications,
  catalogue: Catalogue,
  prune: boolean,
): Promise<Plan> {
  const { folder, tags, synonyms, products } = catalogue;
  return {
    tags: await changedTags(publications, tags),
    synonyms: await changedSynonyms(publications, synonyms, folder),
    products: await planProducts(publications, products),
    apis: await planApis(publications, catalogue),
    pruned: prune ? await absentOnline(publications, new Set(products.map(({ row }) => row.slug))) : [],
  };
}

export function isEmpty({ tags, synonyms, products, apis, pruned }: Plan): boolean {
  return (
    tags.length === 0 &&
    synonyms === undefined &&
    pruned.length === 0 &&
    apis.places.length === 0 &&
    apis.removed.length === 0 &&
    apis.apis.every(({ change }) => change === 'unchanged') &&
    products.every(({ change }) => change === 'unchanged')
  );
}

/** Compares products with the published ones. */
export async function planProducts(
  publications: Publications,
  products: Catalogue['products'],
): Promise<PlannedProduct[]> {
  const planned: PlannedProduct[] = [];
  const merged = await publications.mergedTags();
  const rule = await publications.priceRule();
  const current = products.map((product) => ({ ...product, row: withCurrentTags(product.row, merged) }));
  for (let start = 0; start < current.length; start += readAtOnce) {
    planned.push(...(await planSlice(publications, current.slice(start, start + readAtOnce), rule)));
  }
  return withTermsMistakes(publications, planned);
}

/** Pages are written in the console: a file only names them. */
async function withTermsMistakes(
  publications: Publications,
  planned: PlannedProduct[],
): Promise<PlannedProduct[]> {
  const pageOf = ({ row: { terms } }: PlannedProduct) => (terms === noTerms ? undefined : terms);
  const named = [...new Set(planned.flatMap((one) => pageOf(one) ?? []))];
  if (named.length === 0) return planned;
  const pages = new Set(await publications.pages(named));
  return planned.map((one) => {
    const page = pageOf(one);
    if (page === undefined || pages.has(page)) return one;
    return {
      ...one,
      mistake: `The terms are the page "${page}", which the portal does not have. Publish it in the console first.`,
    };
  });
}

/** With the tags into which those of an entry were merged. */
function withCurrentTags(row: PublishedProduct, merged: ReadonlyMap<string, string>): PublishedProduct {
  if (!row.tags.some(({ kind, slug }) => merged.has(`${kind} ${slug}`))) return row;
  const current = row.tags.map((tag) => ({
    ...tag,
    slug: merged.get(`${tag.kind} ${tag.slug}`) ?? tag.slug,
  }));
  const isFirst = ({ kind, slug }: PublishedProduct['tags'][number], index: number) =>
    current.findIndex((one) => one.kind === kind && one.slug === slug) === index;
  return { ...row, tags: current.filter(isFirst) };
}

async function planSlice(
  publications: Publications,
  products: Catalogue['products'],
  rule: PriceRule,
): Promise<PlannedProduct[]> {
  const stored = await publications.products(products.map(({ row }) => row.slug));
  const bySlug = new Map(stored.map((product) => [product.slug, product]));
  return products.map(({ row, file, removedFrom }) => {
    const before = bySlug.get(row.slug);
    const isOnline = (row.status ?? before?.status) === 1;
    if (!before) return { row, file, before: null, change: 'created', isOnline, parts: [], breaking: [] };
    const owner = before.file === null ? null : { file: before.file, source: before.source };
    const { base, mistake, ...moments } = decideVersion(before, row, rule);
    const { parts, breaking, price } = changedParts(base, row);
    const change = parts.length > 0 || price || moments.withdraws ? 'changed' : 'unchanged';
    return {
      row,
      file,
      before: owner,
      isOtherOperation: !isSameOperation(before.document, row.template.document),
      change,
      isOnline,
      parts,
      breaking,
      ...moments,
      ...(mistake !== undefined && { mistake }),
      ...(removedFrom !== undefined && before.status === 1 && row.status === 0 && { removedFrom }),
      ...(price && { price: priceChange(base, row, price) }),
    };
  });
}

interface DecidedVersion extends Pick<PlannedProduct, 'planned' | 'withdraws' | 'mistake'> {
  /** What it is compared with: what is planned already, if it is that. */
  base: StoredVersions;
}

type StoredVersions = StoredProduct & Pick<PublicationsProduct, 'pending' | 'wasOnline' | 'file'>;
type PublicationsProduct = Awaited<ReturnType<Publications['products']>>[number];

/** Versions by their documents: those of the product, and any other. */
const current = 1;
const pendingKey = 2;
const other = 3;

/** What the writer will decide of a version, as far as is known before. */
function decideVersion(before: StoredVersions, row: PublishedProduct, rule: PriceRule): DecidedVersion {
  const { pending, document, wasOnline, file } = before;
  const next = row.template.document;
  const decision = decidePlan(
    {
      ...{ current, next: next === document ? current : next === pending?.document ? pendingKey : other },
      ...{ pending: pending ? { versionKey: pendingKey } : undefined, wasOnline: wasOnline === 1 },
      mayCostMore: () => mayCostMore(document, next),
      isOfFile: (row.owner?.file ?? file) !== consoleOwner,
      ...{ wishedMs: row.effectiveAt, nowMs: Date.now() },
    },
    rule,
  );
  const told = pending ? { at: pending.effectiveAt, waits: pending.waits } : undefined;
  switch (decision.kind) {
    case 'now':
      return { base: before, ...(told && { withdraws: told }) };
    case 'planned': {
      const { effectiveMs, waits } = decision;
      const planned = { at: new Date(effectiveMs), waits, isNew: true };
      return { base: before, planned, ...(told && { withdraws: told }) };
    }
    case 'other-planned':
      return { base: before, mistake: otherPlanned(row.slug, pending?.effectiveAt) };
    case 'too-early':
      return { base: before };
    case 'same':
      if (!pending || !told || next !== pending.document) return { base: before };
      return { base: { ...before, ...pending }, planned: { ...told, isNew: false } };
  }
}

/** A console's product has one planned version at a time. */
export function otherPlanned(slug: string, at?: Date): string {
  const when = at ? ` for ${momentText(at.toISOString())} UTC` : '';
  return `Another version of ${slug} is planned${when}. Withdraw it first, or move it; texts can be changed all the same.`;
}

type Priced = Pick<PublishedProduct, 'priceFrom' | 'priceTo'>;

function priceChange(
  before: Priced,
  after: Priced,
  { mayCostMore }: Pick<PriceChange, 'mayCostMore'>,
): PriceChange {
  return {
    mayCostMore,
    from: { from: before.priceFrom, to: before.priceTo },
    to: { from: after.priceFrom, to: after.priceTo },
  };
}

async function changedTags(publications: Publications, tags: PublishedTag[]): Promise<PublishedTag[]> {
  const stored = await publications.tags();
  const known = new Map(stored.map((tag) => [`${tag.kind} ${tag.slug}`, tag]));
  return tags.filter((tag) => {
    const before = known.get(`${tag.kind} ${tag.slug}`);
    if (!before) return true;
    // What was merged is no tag any more, and what the console says is not compared.
    if (before.mergedInto !== null) return false;
    const isPlaced = tag.position === undefined || before.layer >= 2 || before.position === tag.position;
    const said = before.layer % 2 === 1 ? before.published : textsOf(before);
    return !isPlaced || said !== textsOf(tag);
  });
}

async function changedSynonyms(
  publications: Publications,
  synonyms: Catalogue['synonyms'],
  folder: string,
): Promise<Payload<'publish-synonyms'> | undefined> {
  if (synonyms === undefined) return undefined;
  const stored = await publications.synonyms();
  const own = stored.filter(({ file }) => file === null || isFreeFor(file, folder));
  const said = new Set(stored.flatMap((group) => (own.includes(group) ? [] : group.phrases.join('\n'))));
  // What another folder's file says is not said twice.
  const groups = synonyms.filter(({ phrases }) => !said.has(phrases.join('\n')));
  if (JSON.stringify(own) === JSON.stringify(groups)) return undefined;
  return { files: [...new Set(own.flatMap(({ file }) => file ?? []))], groups };
}

/** What the console publishes is in no folder. */
async function absentOnline(publications: Publications, present: Set<string>): Promise<string[]> {
  return (await publications.onlineSlugs(consoleOwner)).filter((slug) => !present.has(slug));
}

interface StoredProduct extends ComparedProduct {
  status: number;
  visibility: number;
  approval: number;
  terms: string | null;
  priceFrom: number;
  priceTo: number;
}

/** With what a file may say besides: its status comes after the name. */
function changedParts(before: StoredProduct, after: PublishedProduct): Difference {
  const { document } = after.template;
  const { parts, breaking, price } = differenceOf(before, { ...after, document });
  const named = parts.filter((part) => part === 'name');
  const status = after.status === 1 ? 'status (offline → online)' : 'status (online → offline)';
  const isMoved = after.status !== null && before.status !== after.status;
  const isShownToOthers = after.visibility !== undefined && before.visibility !== after.visibility;
  const needsOtherApproval = after.approval !== undefined && before.approval !== after.approval;
  const termsAfter = after.terms === noTerms ? null : after.terms;
  const hasOtherTerms = termsAfter !== undefined && before.terms !== termsAfter;
  const boundsChanged = before.priceFrom !== after.priceFrom || before.priceTo !== after.priceTo;
  return {
    parts: [
      ...named,
      ...(isMoved ? [status] : []),
      ...(isShownToOthers ? [visibilityChange(before, after)] : []),
      ...(needsOtherApproval
        ? [`approval (${after.approval === 1 ? 'none → required' : 'required → none'})`]
        : []),
      ...(hasOtherTerms ? [`terms (${before.terms ?? noTerms} → ${termsAfter ?? noTerms})`] : []),
      ...parts.slice(named.length),
    ],
    breaking,
    price: price ?? (boundsChanged ? { mayCostMore: mayCostMore(before.document, document) } : null),
  };
}

function visibilityChange(before: StoredProduct, after: PublishedProduct): string {
  return `visibility (${visibilityOf(before.visibility)} → ${visibilityOf(after.visibility ?? 0)})`;
}
