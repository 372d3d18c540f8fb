import slugify from '@sindresorhus/slugify';
import { json, operation } from '../operation.ts';

interface Input {
  texts: string[];
  separator: string;
  lowercase: boolean;
}

export const slugifyTexts = operation<Input>(({ texts, separator, lowercase }) =>
  json({ slugs: texts.map((text) => ({ text, slug: slugify(text, { separator, lowercase }) })) }),
);
