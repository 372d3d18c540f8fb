import type { UsageKind } from '../account/usage.ts';

interface Words {
  title: string;
  one: string;
  others: string;
  none: string;
}

/** How a page names what usage is summed up by. */
export const usageWords: Record<UsageKind, Words> = {
  product: { title: 'Product', one: 'product', others: 'Other products', none: 'No product' },
  key: { title: 'API key', one: 'key', others: 'Other keys', none: 'Without a key' },
  member: { title: 'Member', one: 'member', others: 'Other members', none: 'Not by a member' },
};
