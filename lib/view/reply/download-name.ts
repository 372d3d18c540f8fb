import { parse } from 'content-disposition';
import { essence } from '../../operation/media-type.ts';

/** File systems allow 255 bytes: 120 characters of most alphabets. */
const longestName = 120;

/** The types whose subtype is not their extension. */
const extensions: Record<string, string> = {
  'application/gzip': 'gz',
  'application/javascript': 'js',
  'application/ld+json': 'jsonld',
  'application/msword': 'doc',
  'application/octet-stream': 'bin',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/x-ndjson': 'ndjson',
  'application/x-tar': 'tar',
  'application/x-yaml': 'yaml',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/vnd.microsoft.icon': 'ico',
  'image/x-icon': 'ico',
  'text/calendar': 'ics',
  'text/event-stream': 'txt',
  'text/javascript': 'js',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/tab-separated-values': 'tsv',
  'text/x-markdown': 'md',
  'text/x-yaml': 'yaml',
  'video/quicktime': 'mov',
};

/** The file name for a reply: a safe form of the name in its header, else a name by its media type. */
export function downloadName(headers: readonly (readonly [string, string])[], contentType: string): string {
  const disposition = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? '';
  const extension = extensionOf(contentType);
  const given = safe(parse(disposition).parameters['filename'] ?? '');
  if (given === '') return `reply.${extension}`;
  return /\.[\p{L}\p{N}]{1,10}$/u.test(given) ? given : `${given}.${extension}`;
}

interface Described {
  status: string;
  content: readonly { contentType: string }[];
}

/** A terminal shows these; what else arrives belongs into a file. */
const shownInTerminal = /^text\/|^application\/(?:.*[+.-])?(?:json|xml|yaml|ndjson|jsonl|javascript)$/;

/** The file for the answer of a product whose success is bytes alone; undefined if it may be text. */
export function answerFile(slug: string, responses: readonly Described[]): string | undefined {
  const types = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.map(({ contentType }) => essence(contentType)));
  const [type] = types;
  if (type === undefined || types.some((one) => shownInTerminal.test(one))) return undefined;
  return `${safe(slug)}.${extensionOf(type)}`;
}

function extensionOf(contentType: string): string {
  const type = essence(contentType);
  const known = extensions[type];
  if (known !== undefined) return known;
  const [, suffix] = /\+(json|xml|yaml|zip)$/.exec(type) ?? [];
  if (suffix !== undefined) return suffix;
  const subtype = type.split('/')[1] ?? '';
  return /^[a-z0-9]{1,8}$/.test(subtype) ? subtype : 'bin';
}

/** Removes folders, leading dots, characters that file systems refuse, and marks that reverse the order of letters. */
function safe(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return shortened(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `_${plain}` : plain);
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= longestName) return name;
  const [extension = ''] = /\.[\p{L}\p{N}]{1,10}$/u.exec(name) ?? [];
  return characters.slice(0, longestName - extension.length).join('') + extension;
}
