import { z } from 'zod';
import { parseMailAddress } from '../account/mail-address.ts';
import { reason } from '../operator/accounts.ts';
import {
  type Announcement,
  catalogueOrders,
  defaultFace,
  type Face,
  type FaceLink,
  pictureKinds,
} from './face.ts';

const maxName = 40;
const maxSentence = 160;
const maxText = 300;
const maxLinkText = 30;
const maxAddress = 2_000;
const maxHeaderLinks = 3;
const maxFooterLinks = 8;

/** One line, without what shows nothing or turns the direction of text. */
const line = (most: number, least = 0) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters.`)
    .min(least, 'Enter some text.')
    .refine(
      (text) => !/[^\P{C}\u200c\u200d]/u.test(text),
      'Use one line of text, without hidden characters.',
    );

function isAddress(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || protocol === 'mailto:';
}

const address = z
  .string()
  .trim()
  .max(maxAddress)
  .refine(
    isAddress,
    'Enter a page of the portal such as /docs, or an address that begins with https:// or mailto:.',
  )
  .meta({ description: 'A page of the portal such as `/docs`, or an address with `https:` or `mailto:`.' });

const link = z.strictObject({ text: line(maxLinkText, 1), address }) satisfies z.ZodType<FaceLink>;

const contact = line(320)
  .refine(
    (text) =>
      text === '' ||
      parseMailAddress(text) !== undefined ||
      (/^https:\/\/[^\s()<>"]+$/.test(text) && URL.canParse(text)),
    'Enter a mail address, or an address that begins with https://.',
  )
  .meta({ description: 'A mail address, or an address with `https:`. Empty: none.' });

const texts = {
  name: line(maxName, 1),
  showsName: z
    .boolean()
    .meta({ description: 'Whether the name stands beside the logo. Without a logo it always does.' }),
  sentence: line(maxSentence).meta({ description: 'What the portal is for. Empty: nothing is said.' }),
  contact,
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:#[\da-f]{6})?$/, 'Enter a colour such as #0b5fff.')
    .meta({ description: 'As `#rrggbb`. Empty: that of Farebox.' }),
  headerLinks: z.array(link).max(maxHeaderLinks, `Use at most ${maxHeaderLinks} links.`),
  footerLinks: z.array(link).max(maxFooterLinks, `Use at most ${maxFooterLinks} links.`),
};

const catalogueOrder = z.enum(catalogueOrders, catalogueOrders.join(', ')).meta({
  description:
    'The order of the catalogue, after the featured products, where no other and no search is asked for. `popular`: most calls in the last 30 days first.',
});

const spoken = { text: line(maxText, 1), link: link.nullable() };

const picture = z.strictObject({
  digest: z.string(),
  type: z.string(),
  ratio: z
    .number()
    .positive()
    .nullable()
    .meta({ description: 'Width by height, where the picture says it.' }),
});

const pictures = z.partialRecord(z.enum(pictureKinds), picture);

/** The face as the API answers it. */
export const shownFace = z
  .strictObject({
    version: z.int().min(0).meta({ description: 'Counts changes. 0: nobody has changed it.' }),
    ...texts,
    catalogueOrder,
    announcement: z
      .strictObject({ id: z.string(), ...spoken })
      .nullable() satisfies z.ZodType<Announcement | null>,
    pictures: pictures.meta({ description: 'They are at `/face/logo`, `/face/icon` and `/face/front`.' }),
  })
  .meta({ id: 'Face', description: 'What the portal shows of itself.' });

const maxPicture = 700_000;

const sentPicture = z
  .base64('Expected Base64.')
  .max(maxPicture, 'The picture is too large.')
  .nullable()
  .optional()
  .meta({ description: 'Base64; null takes it away; absent leaves it as it is.' });

/** The body of `POST /api/operator/portal`. */
export const faceBody = z.strictObject({
  after: z
    .int()
    .min(0)
    .meta({ description: 'The version that the change is made of. Refused if there is a later one.' }),
  ...texts,
  catalogueOrder: catalogueOrder.optional(),
  announcement: z.strictObject(spoken).nullable(),
  pictures: z.strictObject({ logo: sentPicture, icon: sentPicture, front: sentPicture }).optional().meta({
    description:
      'A logo of 64 KB and an icon of 32 KB, both SVG or PNG, and a picture for the first page of 300 KB, which may be JPEG or WebP, too.',
  }),
  reason,
});

/** Beside the version, which has a column of its own. */
const stored = shownFace.omit({ version: true });

/** Fields that an earlier version of Farebox did not have are those of the default. */
export function readStoredFace(version: number, content: string): Face {
  const { version: _, ...standard } = defaultFace;
  return {
    ...stored.parse({ ...standard, ...z.record(z.string(), z.unknown()).parse(JSON.parse(content)) }),
    version,
  };
}

/** The answer to a change. */
export const changedFace = z
  .strictObject({
    version: z.int(),
    notes: z.array(z.string()).meta({ description: 'What of the accent colour is not as it was sent.' }),
  })
  .meta({ id: 'ChangedFace' });
