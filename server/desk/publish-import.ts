import { consoleOwner } from '../store/catalogue/audience.ts';
import { templateSchema } from '../../lib/operation/operation.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { chunks } from '../catalogue/apply.ts';
import { momentText } from '../../lib/text/times.ts';
import { otherPlanned, type PlannedProduct, planProducts } from '../catalogue/plan.ts';
import { planApis } from '../catalogue/plan-apis.ts';
import { mayPublish, ownerText } from '../catalogue/product-row.ts';
import type { CatalogueProduct } from '../catalogue/read-entry.ts';
import type { Context } from '../context.ts';
import { errorText, log } from '../log.ts';
import { CredentialPlaces } from '../products/credential-places.ts';
import { onlineHindrance, type PublishingSettings, portalPublishing } from '../products/online-hindrance.ts';
import { operatorAuthor } from '../rights.ts';
import type { Author } from '../store/author.ts';
import type { PublishedTag } from '../store/catalogue/catalogue-jobs.ts';
import type { Outcome } from '../store/catalogue/import-jobs.ts';
import type { ImportedDocument, ImportedOperation } from '../store/catalogue/read-imports.ts';
import { type Payload, type Result, type Verb, WriterError } from '../store/writer.ts';
import { comparisonOf } from './compare-imported.ts';
import { ImportProgress } from './import-progress.ts';
import type { ImportThread } from './import-thread.ts';
import { choicesOf, factsOf, partOf, requireImport, serverProblem } from './list-imports.ts';
import type { ReadConsoleEntry } from './read-console-entries.ts';
import { type DocumentFacts, jsonOf, operationsInPart } from './read-document.ts';
import { isThreadEnded } from './thread-ended.ts';

/** Why nothing more was published, in a sentence for operators. */
class NotPublished extends Error {
  override name = 'NotPublished';
}

interface Given {
  id: string;
  /** Of its row. */
  key: number;
  /** How many operations are chosen. */
  total: number;
  online: boolean;
  /** Whether the author may set credentials. */
  maySend: boolean;
}

/** Publishes what is chosen, part by part, beside the requests of the portal. Resolves in any case. */
export async function publishImport(context: Context, given: Given, author: Author): Promise<void> {
  const progress = new ImportProgress(context.store.writer, given.key, 'publishing', given.total);
  try {
    const found = await requireImport(context, given.id);
    await context.desk.publishing.run(() => new Publishing(context, found, given, author).run(progress));
    await progress.end('published');
  } catch (error) {
    const { isExpected, sentence } = failureOf(error);
    if (!isExpected) log('error', 'import-not-published', { error: errorText(error) });
    await progress.end('ready', `Publishing stopped. ${sentence}`);
  }
}

function failureOf(error: unknown): { isExpected: boolean; sentence: string } {
  if (error instanceof NotPublished || error instanceof Problem)
    return { isExpected: true, sentence: error.message };
  if (isThreadEnded(error)) return { isExpected: true, sentence: `An entry is too large: ${error.message}.` };
  if (error instanceof WriterError && error.code === 'author-refused')
    return { isExpected: true, sentence: error.message };
  return { isExpected: false, sentence: 'The log of the portal says why.' };
}

/** One operation on its way. */
interface OnItsWay {
  row: ImportedOperation;
  product: CatalogueProduct;
}

class Publishing {
  readonly #facts: DocumentFacts;
  readonly #author: Author;
  #tags: string[][] = [];

  constructor(
    readonly context: Context,
    readonly found: ImportedDocument,
    readonly given: Given,
    author: Author,
  ) {
    this.#facts = factsOf(found);
    this.#author = operatorAuthor(author, ['publish-product']);
  }

  async run(progress: ImportProgress): Promise<void> {
    const thread = this.context.desk.startThread();
    try {
      await this.#publishTags();
      await this.#publishApi(thread);
      let done = 0;
      for (let part = 0; part < this.#facts.parts; part += 1) {
        await this.#placeOthers(part);
        const rows = await this.#rowsIn(part, { chosen: true });
        if (rows.length === 0) continue;
        const outcomes = await this.#publishPart(thread, part, rows);
        await this.#write('store-outcomes', { key: this.found.key, outcomes });
        done += rows.length;
        progress.move(done);
      }
      await this.#takeRemoved();
      await this.#remember();
    } finally {
      thread.close();
    }
  }

  #write<Name extends Verb>(verb: Name, payload: Payload<Name>): Promise<Result<Name>> {
    return this.context.store.writer.run(verb, payload, this.#author);
  }

  /** Tags that are missing; what somebody has named or drawn stays. */
  async #publishTags(): Promise<void> {
    const { type, provider } = this.#facts;
    const known = await this.context.store.publications.tags();
    this.#tags = [1, 2, 3, 4].map((kind) => known.filter((tag) => tag.kind === kind).map(({ slug }) => slug));
    const wanted: PublishedTag[] = [
      { ...nothing, kind: 1, slug: type.slug, name: type.name },
      { ...nothing, kind: 2, slug: provider.slug, name: provider.name, url: provider.url ?? null },
    ];
    const missing = wanted.filter(({ kind, slug }) => !this.#tags[kind - 1]?.includes(slug));
    for (const { kind, slug } of missing) this.#tags[kind - 1]?.push(slug);
    if (missing.length > 0) await this.#write('publish-tags', { tags: missing });
  }

  async #publishApi(thread: ImportThread): Promise<void> {
    const { publications } = this.context.store;
    const { api, groups } = this.#facts;
    const { name, slug } = choicesOf(this.found).api;
    const read = await thread.ask('api', {
      api: jsonOf({
        ...{ ...api, name, slug },
        groups: groups.map((group) => ({
          ...(group.name !== null && { name: group.name }),
          ...(group.description !== '' && { description: group.description }),
          operations: [],
        })),
      }),
      tags: this.#tags,
    });
    if (!read.ok) throw new NotPublished(`The API: ${read.mistakes.join(' ')}`);
    const catalogue = { folder: consoleOwner, tags: [], synonyms: undefined, products: [], apis: [read.api] };
    const [planned] = (await planApis(publications, catalogue)).apis;
    if (!planned) return;
    const { before, row, change } = planned;
    if (before && !mayPublish(before, row.owner, consoleOwner))
      throw new NotPublished(
        `The API "${slug}" belongs to ${ownerText(before)}. Give this one another slug.`,
      );
    if (change !== 'unchanged') await this.#write('publish-api', { api: row, now: Date.now() });
  }

  /** Products whose operations the document has no more go offline. */
  async #takeRemoved(): Promise<void> {
    const { imports, publications } = this.context.store;
    const from = this.#facts.parts * operationsInPart;
    for (let next = from; ; ) {
      const rows = await imports.operations(
        this.found.key,
        { chosen: true },
        { from: next, most: operationsInPart },
      );
      const last = rows.at(-1);
      if (!last) return;
      next = Number(last.position) + 1;
      const stored = await publications.products(rows.map(({ slug }) => slug));
      const own = stored.filter(({ file, source }) => file === consoleOwner && source === this.#facts.source);
      const slugs = own.map(({ slug }) => slug);
      await this.#write('set-status', { slugs, status: 0, now: Date.now() });
      const outcomes = rows.map((row): Outcome => {
        if (!slugs.includes(row.slug)) return refused(row, 'It is no longer a product of this document.');
        return { position: Number(row.position), kind: 'changed', online: 0, sentence: null };
      });
      await this.#write('store-outcomes', { key: this.found.key, outcomes });
    }
  }

  /** Where the document came from, and whether all of it is taken: then the same one has nothing newer. */
  async #remember(): Promise<void> {
    const { key, address, digest } = this.found;
    if (address === null) return;
    const { counts } = await this.context.store.imports.news(key);
    const isTaken = (counts.changed ?? 0) === 0 && (counts.removed ?? 0) === 0;
    const { slug } = choicesOf(this.found).api;
    await this.#write('remember-document', { slug, address, takenDigest: isTaken ? digest : null });
  }

  /** The groups of the document may be others now: what is not published again moves with them. */
  async #placeOthers(part: number): Promise<void> {
    const rows = await this.#rowsIn(part, {});
    const others = rows.filter(
      ({ chosen, compared }) => Number(chosen) === 0 && ['changed', 'unchanged'].includes(compared),
    );
    const { slug: api } = choicesOf(this.found).api;
    const known = await this.context.store.publications.places(others.map(({ slug }) => slug));
    const inApi = new Set(known.filter((place) => place.api === api).map(({ slug }) => slug));
    await this.#place(others.filter(({ slug }) => inApi.has(slug)));
  }

  async #rowsIn(part: number, filter: { chosen?: boolean }): Promise<ImportedOperation[]> {
    const from = part * operationsInPart;
    const wish = { from, most: operationsInPart };
    const rows = await this.context.store.imports.operations(this.found.key, filter, wish);
    return rows.filter(({ position }) => Number(position) < from + operationsInPart);
  }

  async #publishPart(thread: ImportThread, part: number, rows: ImportedOperation[]): Promise<Outcome[]> {
    const content = await partOf(this.context, this.found.key, part);
    const stored = await this.context.store.publications.products(rows.map(({ slug }) => slug));
    const bySlug = new Map(stored.map((product) => [product.slug, product]));
    const outcomes: Outcome[] = [];
    const wanted = rows.flatMap((row) => {
      const { entry = null } = content[Number(row.position) % operationsInPart] ?? {};
      const { sentence, before } = comparisonOf(row, this.#facts.source, bySlug.get(row.slug));
      const problem = row.problem ?? sentence;
      if (problem === null && entry) return [{ row, ask: { entry, before, ...named(row) } }];
      outcomes.push(refused(row, problem ?? 'It has no draft.'));
      return [];
    });
    const { servers } = choicesOf(this.found);
    const asked = wanted.map(({ ask }) => ask);
    const read = await thread.ask('entries', { entries: asked, tags: this.#tags, servers });
    const ready = wanted.flatMap(({ row }, index): OnItsWay[] => {
      const one: ReadConsoleEntry | undefined = read[index];
      if (one?.ok) return [{ row, product: one.product }];
      outcomes.push(refused(row, one?.mistakes.join(' ') ?? 'It was not read.'));
      return [];
    });
    return [...outcomes, ...(await this.#publishReady(ready))];
  }

  async #publishReady(ready: OnItsWay[]): Promise<Outcome[]> {
    const { publications } = this.context.store;
    const settings = await portalPublishing(this.context);
    const planned = await planProducts(
      publications,
      ready.map(({ product }) => product),
    );
    const outcomes: Outcome[] = [];
    const bySlug = new Map<string, { row: ImportedOperation; plan: PlannedProduct; outcome: Outcome }>();
    const places = new CredentialPlaces(this.context.store, settings);
    for (const [index, plan] of planned.entries()) {
      const row = ready[index]?.row;
      if (!row) continue;
      const refusal =
        plan.mistake ?? (this.given.maySend ? undefined : await places.refusal(plan.row.template.document));
      const outcome = refusal === undefined ? this.#outcomeOf(row, plan, settings) : refused(row, refusal);
      outcomes.push(outcome);
      if (outcome.kind !== 'refused') bySlug.set(plan.row.slug, { row, plan, outcome });
    }
    const changing = [...bySlug.values()].filter(({ plan }) => plan.change !== 'unchanged');
    for (const products of chunks(changing.map(({ plan: { row, before } }) => ({ ...row, before })))) {
      const { taken = [], refused = [] } = await this.#write('publish', { products, now: Date.now() });
      for (const { slug } of refused) throw new NotPublished(otherPlanned(slug));
      // The next try says whose they are.
      if (taken.length > 0)
        throw new NotPublished('Products were published by somebody else. Publish again.');
    }
    await this.#place([...bySlug.values()].map(({ row }) => row));
    return outcomes;
  }

  /** Says what becomes of a product, and with it sets its status. */
  #outcomeOf(row: ImportedOperation, plan: PlannedProduct, settings: PublishingSettings): Outcome {
    const { before, row: product, isOtherOperation = false } = plan;
    if (before && (isOtherOperation || (product.owner && !mayPublish(before, product.owner, consoleOwner))))
      return refused(row, `The product "${product.slug}" belongs to ${ownerText(before)}.`);
    const isNewer = this.found.follows !== null && plan.change !== 'created';
    // Of a newer version, what is published stays online or offline.
    const online = isNewer ? plan.isOnline : this.given.online;
    if (!online && plan.isOnline && plan.change !== 'unchanged')
      return refused(row, 'It is online, and a draft changes nothing that is: put it online to change it.');
    const hindrance = online ? hindranceOf(product.template.document, settings) : undefined;
    if (hindrance !== undefined && plan.isOnline)
      return refused(row, `It is online, and would stop working. ${hindrance}`);
    const goesOnline = online && hindrance === undefined;
    product.status = goesOnline ? 1 : null;
    if (goesOnline && !plan.isOnline && plan.change === 'unchanged') plan.change = 'changed';
    return {
      position: Number(row.position),
      kind: plan.change,
      online: goesOnline || plan.isOnline ? 1 : 0,
      sentence: hindrance === undefined ? laterSentence(plan) : `It stays offline. ${hindrance}`,
    };
  }

  async #place(rows: ImportedOperation[]): Promise<void> {
    const { publications } = this.context.store;
    const { slug: api } = choicesOf(this.found).api;
    const known = await publications.places(rows.map(({ slug }) => slug));
    const bySlug = new Map(known.map((place) => [place.slug, place]));
    const places = rows
      .map(({ slug, groupIndex, position }) => ({
        ...{ slug, api },
        groupIndex: Number(groupIndex),
        position: Number(position),
      }))
      .filter((place) => {
        const before = bySlug.get(place.slug);
        const isSame = before?.groupIndex === place.groupIndex && before.position === place.position;
        return !isSame || before.api !== api;
      });
    if (places.length > 0) await this.#write('place-operations', { places });
  }
}

const nothing = { icon: null, url: null, description: null };

function named({ slug, name, price }: ImportedOperation) {
  return { slug, name, price: price === null ? null : Number(price) };
}

function laterSentence({ planned }: PlannedProduct): string | null {
  if (!planned) return null;
  const when = `from ${momentText(planned.at.toISOString())} UTC`;
  return planned.waits
    ? `Its operation and price wait for the approval of another person, then they are in force ${when}.`
    : `Its operation and price are in force ${when}.`;
}

function refused({ position }: ImportedOperation, sentence: string): Outcome {
  return { position: Number(position), kind: 'refused', online: 0, sentence };
}

function hindranceOf(document: string, settings: PublishingSettings): string | undefined {
  const { server } = templateSchema.parse(JSON.parse(document));
  // A document that names no server has a placeholder, which is no hindrance to the gateway.
  return serverProblem(server.url, settings.egressAllow) ?? onlineHindrance({ document }, settings);
}
