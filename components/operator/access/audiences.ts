import type { Visibility } from '../../../lib/product/catalogue-entry.ts';

interface Described {
  value: Visibility;
  title: string;
  about: string;
}

const chosen: Described = {
  value: 'accounts',
  title: 'Chosen accounts',
  about: 'Others find it nowhere: catalogue, search, API, agents.',
};

/** Who may see a product, in words. */
export const audiences: readonly Described[] = [
  { value: 'public', title: 'Everyone', about: 'Also guests, within their daily allowance.' },
  { value: 'signed-in', title: 'Who is signed in', about: 'People and API keys. Guests find it nowhere.' },
  chosen,
];

export function audienceOf(visibility: Visibility): Described {
  return audiences.find(({ value }) => value === visibility) ?? chosen;
}
