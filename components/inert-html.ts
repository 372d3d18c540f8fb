import { defaultSchema } from 'rehype-sanitize';

/** Images would tell other hosts who reads; a link says where it leads. */
export const inertHtml = {
  ...defaultSchema,
  tagNames: defaultSchema.tagNames?.filter((name) => name !== 'img') ?? [],
};
