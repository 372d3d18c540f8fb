import { baseUrl } from '../../lib/bind/base-url.ts';
import { type Template, templateSchema } from '../../lib/operation/operation.ts';
import type { Store } from '../store/store.ts';
import { type PublishingSettings, secretNames } from './online-hindrance.ts';

/** Of the products that need a credential. A place that only others have counts as new. */
const mostRead = 200;

/**
 * Where published products send the credentials of a portal. Whoever publishes a product that sends one elsewhere could
 * read it there, so only those who set credentials may. One that is not set yet is free: who sets it sees which products
 * need it.
 */
export class CredentialPlaces {
  readonly #store: Pick<Store, 'credentials'>;
  readonly #secrets: ReadonlySet<string>;
  readonly #known = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(store: Pick<Store, 'credentials'>, { secrets }: Pick<PublishingSettings, 'secrets'>) {
    this.#store = store;
    this.#secrets = secrets;
  }

  /** Why only an owner can publish a template, as a sentence; undefined if others can. */
  async refusal(document: string): Promise<string | undefined> {
    const template = templateSchema.parse(JSON.parse(document));
    const place = placeOf(template);
    for (const name of secretNames(template)) {
      if (!this.#secrets.has(name) || (await this.#placesOf(name)).has(place)) continue;
      return `It would send the credential ${name} to ${place}, where no product sends it. Only an owner can publish that.`;
    }
    return undefined;
  }

  #placesOf(name: string): Promise<ReadonlySet<string>> {
    const known = this.#known.get(name) ?? placesOfCredential(this.#store, name);
    this.#known.set(name, known);
    return known;
  }
}

/** The origins to which products send a credential. */
export async function placesOfCredential(
  { credentials }: Pick<Store, 'credentials'>,
  name: string,
): Promise<ReadonlySet<string>> {
  const documents = await credentials.documentsThatNeed(name, mostRead);
  return new Set(documents.map((text) => placeOf(templateSchema.parse(JSON.parse(text)))));
}

/** The origin of its server. An address that is none is a place of its own. */
function placeOf({ server }: Pick<Template, 'server'>): string {
  return baseUrl(server, {}, () => undefined)?.origin ?? server.url;
}
