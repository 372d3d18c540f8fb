import type { Alert } from '../account/alerts.ts';
import { countOf, creditsText, groupedNumber } from '../text/numbers.ts';
import { momentText } from '../text/times.ts';
import { creditsOf } from '../text/typed-credits.ts';

/** What an alert watches, as a sentence without its full stop. */
export function alertWords({ watches, credits, of }: Pick<Alert, 'watches' | 'credits' | 'of'>): string {
  if (watches === 'balance') return `The balance is below ${creditsText(credits)}`;
  const whose = of ? `${of.kind === 'key' ? 'The API key ' : ''}${of.name}` : 'The account';
  return `${whose} spends ${groupedNumber(credits)} ${credits === 1 ? 'credit' : 'credits'} or more in a ${watches}`;
}

export function reachedWords({ reachedAt, isReached }: Pick<Alert, 'reachedAt' | 'isReached'>): string {
  if (reachedAt === null) return 'Not reached yet';
  return `${isReached ? 'Reached' : 'Last reached'} ${momentText(reachedAt)} UTC`;
}

export function toldWords(
  { people, webhooks }: Pick<Alert, 'people' | 'webhooks'>,
  takingWebhooks: number,
): string {
  const told = people.map(({ name }) => name);
  if (webhooks && takingWebhooks > 0) told.push(countOf(takingWebhooks, 'webhook'));
  const words = told.length === 0 ? 'Notifies nobody' : `Notifies ${told.join(', ')}`;
  return webhooks && takingWebhooks === 0 ? `${words}: no webhook is subscribed to alert.reached` : words;
}

/** The body of `POST /api/alerts` from the fields of the form. */
export function newAlertOf(fields: FormData) {
  const [kind, id] = textOf(fields, 'of').split(' ');
  const watches = textOf(fields, 'watches');
  const isSpending = watches !== 'balance';
  return {
    watches,
    credits: creditsOf(fields, 'credits'),
    ...(isSpending && kind === 'key' && { keyId: id }),
    ...(isSpending && kind === 'member' && { personId: id }),
    people: fields.getAll('people'),
    webhooks: fields.has('webhooks'),
  };
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
