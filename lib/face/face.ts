export const pictureKinds = ['logo', 'icon', 'front'] as const;
export type PictureKind = (typeof pictureKinds)[number];

export interface FacePicture {
  /** Changes with its bytes. */
  digest: string;
  type: string;
  /** Width by height, where the picture says it. */
  ratio: number | null;
}

export interface FaceLink {
  text: string;
  /** Of a page of the portal, or with https: or mailto:. */
  address: string;
}

export interface Announcement {
  /** Changes with its words: whoever has closed one sees the next. */
  id: string;
  text: string;
  link: FaceLink | null;
}

/** How the catalogue is ordered where nobody asks for an order: by name, by the calls of the last 30 days, or newest first. */
export const catalogueOrders = ['name', 'popular', '-created'] as const;
export type CatalogueOrder = (typeof catalogueOrders)[number];

/** What a portal shows of itself. */
export interface Face {
  /** Counts changes. 0: nobody has changed it. */
  version: number;
  name: string;
  /** Whether the name stands beside the logo. */
  showsName: boolean;
  /** What it is for. Empty: nothing is said. */
  sentence: string;
  /** A mail address, or an address with https:. Empty: none. */
  contact: string;
  /** As #rrggbb. Empty: that of Farebox. */
  accent: string;
  headerLinks: readonly FaceLink[];
  footerLinks: readonly FaceLink[];
  /** After the featured products. */
  catalogueOrder: CatalogueOrder;
  announcement: Announcement | null;
  pictures: Readonly<Partial<Record<PictureKind, FacePicture>>>;
}

export const defaultFace: Face = {
  version: 0,
  name: 'Farebox',
  showsName: true,
  sentence: 'Know the fare before you ride.',
  contact: '',
  accent: '',
  headerLinks: [],
  footerLinks: [],
  catalogueOrder: 'name',
  announcement: null,
  pictures: {},
};

/** The sentence, if it is the portal's own. */
export function ownSentence({ sentence }: Pick<Face, 'sentence'>): string {
  return sentence === defaultFace.sentence ? '' : sentence;
}

/** The title of a page that has none of its own. */
export function portalTitle({ name, sentence }: Pick<Face, 'name' | 'sentence'>): string {
  const said = sentence.replace(/\.$/, '');
  if (said === '') return name;
  // In the middle of a line, the default begins with a small letter. Other sentences may begin with a name.
  return `${name}: ${ownSentence({ sentence }) === '' ? said.replace(/^K/, 'k') : said}`;
}

const kilobyte = 1_000;

/** How large a picture may be, in bytes. */
export const maxPictureBytes: Readonly<Record<PictureKind, number>> = {
  logo: 64 * kilobyte,
  icon: 32 * kilobyte,
  front: 300 * kilobyte,
};

/** What is wrong with the size of a picture. */
export function pictureTooLarge(kind: PictureKind, bytes: number): string | undefined {
  if (bytes <= maxPictureBytes[kind]) return undefined;
  return `The picture has ${Math.ceil(bytes / kilobyte)} KB. Use one of at most ${maxPictureBytes[kind] / kilobyte} KB.`;
}

/** Its address and type. */
export function iconOf({ pictures: { icon } }: Pick<Face, 'pictures'>): { address: string; type: string } {
  if (!icon) return { address: '/icon.svg', type: 'image/svg+xml' };
  return { address: pictureAddress('icon', icon), type: icon.type };
}

/** Where a picture is. With its digest, so that browsers keep it until it changes. */
export function pictureAddress(kind: PictureKind, { digest }: FacePicture): string {
  return `/face/${kind}?v=${digest}`;
}
