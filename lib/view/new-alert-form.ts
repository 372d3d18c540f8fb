import { creditsOf } from '../text/typed-credits.ts';

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
