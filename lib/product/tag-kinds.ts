/**
 * The kinds of tags: the number in the database and the API, the key in `tags.yaml`, the name in the singular, and the
 * heading in the catalogue.
 */
export const tagKinds = [
  { kind: 1, list: 'types', one: 'type', heading: 'API type' },
  { kind: 2, list: 'providers', one: 'provider', heading: 'Provider' },
  { kind: 3, list: 'capabilities', one: 'capability', heading: 'Capability' },
  { kind: 4, list: 'labels', one: 'label', heading: 'Label' },
] as const;

export const kindNumbers = tagKinds.map(({ kind }) => kind);
