import { didYouMean } from '../../lib/text/names.ts';
import { askRunningPortal } from '../../server/control/open-store.ts';
import { retryMail as retryMailChange } from '../../server/operator/mails.ts';
import { setProductStatus } from '../../server/operator/set-product-status.ts';
import { portalSecret } from '../../server/portal/portal-secret.ts';
import {
  ownPublishingSettings,
  type PublishingSettings,
  publishingSettings,
} from '../../server/products/online-hindrance.ts';
import type { Store } from '../../server/store/store.ts';
import { type DataPlace, operate, withPortal } from '../operate.ts';
import { secretsAtHand } from '../../server/portal/read-secrets.ts';
import { Refusal } from '../print.ts';

/** A limit for memory: past it, a mistyped slug gets no suggestion. */
const mostGuesses = 5_000;

/** Changes all of the products, or none if one of them cannot change. */
export function changeStatus(
  status: 'online' | 'offline',
  slugs: string[],
  reason: string | undefined,
): Promise<string> {
  return withPortal(async (context) => {
    await refuseUnknown(context.store, slugs);
    const own = ownPublishingSettings(context.settings);
    const { settings, store } = context;
    context.publishing = (await askRunningPortal(settings)) ?? (await publishingFor(settings, store, own));
    const { result } = await operate(context, setProductStatus, { slugs, status }, reason);
    const lineOf = (slug: string) =>
      `${slug} ${result.changed.includes(slug) ? `is ${status}` : `was already ${status}`}.\n`;
    return slugs.map(lineOf).join('');
  });
}

/** The settings of a portal that will run on this data with the settings of this command. */
export async function publishingFor(
  place: DataPlace,
  store: Store,
  own: PublishingSettings,
): Promise<PublishingSettings> {
  const secrets = secretsAtHand(place);
  return publishingSettings(own, { store, secret: secrets && portalSecret(secrets) });
}

/** For its suggestion. */
export async function refuseUnknown({ publications }: Store, slugs: string[]): Promise<void> {
  const known = await publications.products(slugs);
  const unknown = slugs.find((slug) => known.every((product) => product.slug !== slug));
  if (unknown === undefined) return;
  const guess = didYouMean(unknown, await publications.productSlugs(mostGuesses));
  throw new Refusal(`There is no product "${unknown}".${guess || ' Publish it with farebox apply.'}`);
}

export async function retryMail(id: string, reason: string | undefined): Promise<void> {
  await withPortal((context) => operate(context, retryMailChange, { mailId: id }, reason));
}
