import { defaultSchema } from 'rehype-sanitize';

/** Removes images, which would contact other hosts, and shows where each link leads. */
export const inertHtml = {
  ...defaultSchema,
  tagNames: defaultSchema.tagNames?.filter((name) => name !== 'img') ?? [],
};
