import type { ListedTag } from './tags.ts';

/** How people call the kinds of tags. */
export const listWords: Record<ListedTag['kind'], { several: string; one: string; about: string }> = {
  types: { several: 'Types', one: 'type', about: 'Each product has one. The first filter of the catalogue.' },
  providers: { several: 'Providers', one: 'provider', about: 'Who offers an API. Each product has one.' },
  capabilities: { several: 'Capabilities', one: 'capability', about: 'What products can do.' },
  labels: { several: 'Labels', one: 'label', about: 'Whatever else products are found by.' },
};
