/** Names of the four kinds of tags, in the order of their numbers. */
export const tagTypes = [
  { type: 1, name: 'API type' },
  { type: 2, name: 'Provider' },
  { type: 3, name: 'Capability' },
  { type: 4, name: 'Label' },
] as const;
