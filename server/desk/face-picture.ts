import { hash } from 'node:crypto';
import { type FacePicture, type PictureKind, pictureTooLarge } from '../../lib/face/face.ts';

/** What is stored of a picture, with what the face says of it. */
export interface CheckedPicture extends FacePicture {
  content: Uint8Array<ArrayBuffer>;
}

/** Of an icon: it is drawn as a square. */
const mostOfSquare = 1.1;
/** A logo that is wider leaves no room in the header. */
const widestLogo = 8;

/** A picture that browsers may show, or a sentence that says why it is none. */
export function checkPicture(kind: PictureKind, bytes: Buffer): CheckedPicture | string {
  const tooLarge = pictureTooLarge(kind, bytes.length);
  if (tooLarge !== undefined) return tooLarge;
  const found = readPng(bytes) ?? readPhoto(kind, bytes) ?? readSvg(bytes);
  if (typeof found === 'string') return found;
  const { ratio } = found;
  if (kind === 'icon' && ratio !== null && Math.max(ratio, 1 / ratio) > mostOfSquare)
    return 'The icon is not square. Use one that is as wide as it is high.';
  if (kind === 'logo' && ratio !== null && ratio > widestLogo)
    return `The logo is too wide for the header. Use one that is at most ${widestLogo} times as wide as it is high.`;
  const digest = hash('sha256', found.content, 'base64url').slice(0, 16);
  return { digest, ...found };
}

type Read = Omit<CheckedPicture, 'digest'>;

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(bytes: Buffer): Read | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, pngStart.length).equals(pngStart)) return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { type: 'image/png', ratio: ratioOf(width, height), content: new Uint8Array(bytes) };
}

/** Only the first page has a photo. */
function readPhoto(kind: PictureKind, bytes: Buffer): Read | undefined {
  if (kind !== 'front') return undefined;
  const type = photoType(bytes);
  return type === undefined ? undefined : { type, ratio: null, content: new Uint8Array(bytes) };
}

function photoType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).toString('hex') === 'ffd8ff') return 'image/jpeg';
  const isWebp = bytes.subarray(0, 4).toString() === 'RIFF' && bytes.subarray(8, 12).toString() === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}

/** What runs, or fetches something, in an SVG. Its route lets it do neither, and pages show it as a picture. */
const refused: readonly [RegExp, string][] = [
  [/<!ENTITY/i, 'defines entities'],
  [/<(?:[\w.-]+:)?(?:script|handler|listener)\b/i, 'has a script'],
  [/<(?:[\w.-]+:)?(?:foreignObject|iframe|embed|object|audio|video|canvas)\b/i, 'has parts of an HTML page'],
  [/[\s"'/]on[a-z]+\s*=/i, 'has an attribute that runs a script'],
  [/(?:javascript|vbscript)\s*:/i, 'has a link that runs a script'],
  [/\bhref\s*=\s*["']?\s*(?!["'#]|data:image\/(?:png|jpeg|webp);)[^\s"'#]/i, 'refers to another file'],
  [/url\(\s*["']?\s*(?!["'#]|data:image\/(?:png|jpeg|webp);)[^\s"'#]/i, 'refers to another file'],
  [/@import/i, 'imports styles'],
];

const notText = /\u0000|\uFFFD/;

function readSvg(bytes: Buffer): Read | string {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (notText.test(text) || !/<svg[\s>]/.test(text))
    return 'This is no picture of a kind that can be used here.';
  // Declarations and comments say nothing that is drawn. Programs write both.
  const drawn = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<\?[\s\S]*?\?>/g, '')
    .replace(/<!DOCTYPE[^[>]*>/i, '')
    .trim();
  if (!drawn.startsWith('<svg') || !drawn.endsWith('</svg>'))
    return 'The SVG does not consist of one drawing.';
  // Characters may be written as references, such as &#106;.
  const plain = drawn.replaceAll(/&#x?[\da-f]+;?/gi, (reference) => characterOf(reference));
  const found = refused.find(([pattern]) => pattern.test(plain));
  if (found) return `The SVG ${found[1]}. Export it as a plain SVG, or use a PNG.`;
  return { type: 'image/svg+xml', ratio: ratioOfSvg(drawn), content: new Uint8Array(Buffer.from(drawn)) };
}

function characterOf(reference: string): string {
  const digits = reference.replaceAll(/[&#;]/g, '');
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

function ratioOfSvg(svg: string): number | null {
  const [root = ''] = /<svg[^>]*>/.exec(svg) ?? [];
  const [, width = '', height = ''] =
    /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(root) ?? [];
  return ratioOf(Number(width), Number(height));
}

function ratioOf(width: number, height: number): number | null {
  return width > 0 && height > 0 ? Math.round((1_000 * width) / height) / 1_000 : null;
}
