import { essence } from '../../operation/media-type.ts';

/** File systems take 255 bytes; what is longer says nothing more. */
const longestName = 120;

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

/** The name of the file that a reply is saved as: the one that it brings, made harmless, else one by its type. */
export function downloadName(headers: readonly (readonly [string, string])[], contentType: string): string {
  const disposition = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? '';
  const extension = extensionOf(contentType);
  const given = harmless(givenName(disposition));
  if (given === '') return `reply.${extension}`;
  return /\.[\p{L}\p{N}]{1,10}$/u.test(given) ? given : `${given}.${extension}`;
}

export function extensionOf(contentType: string): string {
  const type = essence(contentType);
  const known = extensions[type];
  if (known !== undefined) return known;
  const [, suffix] = /\+(json|xml|yaml|zip)$/.exec(type) ?? [];
  if (suffix !== undefined) return suffix;
  const subtype = type.split('/')[1] ?? '';
  return /^[a-z0-9]{1,8}$/.test(subtype) ? subtype : 'bin';
}

/** RFC 6266: `filename*` before `filename`, which may be in quotes. */
function givenName(disposition: string): string {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]*)/i.exec(disposition) ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
  }
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '';
}

/** No folder, no hidden file, nothing that a file system refuses, nothing that turns the order of letters around. */
function harmless(name: string): string {
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
