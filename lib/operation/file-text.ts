/** A file in JSON: a data URL or bare base64. */
interface FileText {
  bytes: Uint8Array;
  mediaType?: string;
  fileName?: string;
}

/** Decodes a data URL or base64; undefined if the text is neither. */
export function decodeFileText(text: string): FileText | undefined {
  const url = dataUrl(text);
  if (!url) return isBase64(text) ? { bytes: base64Bytes(text) } : undefined;
  const bytes = url.base64 ? base64Content(url.data) : percentBytes(url.data);
  if (!bytes) return undefined;
  return {
    bytes,
    ...(url.mediaType === undefined ? {} : { mediaType: url.mediaType }),
    ...(url.fileName === undefined ? {} : { fileName: url.fileName }),
  };
}

/** The decoded size without decoding; undefined if the text is no file. */
export function fileTextSize(text: string): number | undefined {
  const url = dataUrl(text);
  if (url && !url.base64) return percentSize(url.data);
  const data = url ? url.data : text;
  if (!isBase64(data)) return undefined;
  return Math.floor((data.replace(/=+$/, '').length * 3) / 4);
}

interface DataUrl {
  mediaType?: string;
  fileName?: string;
  base64: boolean;
  data: string;
}

/** The longest part of a data URL before the comma. */
const maxHeadCharacters = 1024;

function dataUrl(text: string): DataUrl | undefined {
  if (text.slice(0, 5).toLowerCase() !== 'data:') return undefined;
  const comma = text.slice(0, maxHeadCharacters).indexOf(',');
  if (comma < 0) return undefined;
  const [mediaType = '', ...parameters] = text.slice(5, comma).split(';');
  if (mediaType !== '' && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(mediaType)) return undefined;
  const last = parameters.at(-1)?.trim().toLowerCase();
  const named = parameters.find((parameter) => /^(?:name|filename)=./i.test(parameter));
  const fileName = named === undefined ? undefined : percentText(named.slice(named.indexOf('=') + 1));
  return {
    ...(mediaType === '' ? {} : { mediaType }),
    ...(fileName === undefined ? {} : { fileName }),
    base64: last === 'base64',
    data: text.slice(comma + 1),
  };
}

/** Accepts both alphabets, with or without padding, because browsers, command lines and JSON libraries differ. */
function isBase64(text: string): boolean {
  if (!/^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text)) return false;
  const digits = text.replace(/=+$/, '').length;
  return digits % 4 !== 1 && (digits === text.length || text.length % 4 === 0);
}

function base64Content(data: string): Uint8Array | undefined {
  const text = data.includes('%') ? percentText(data) : data;
  return text !== undefined && isBase64(text) ? base64Bytes(text) : undefined;
}

function base64Bytes(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function percentText(text: string): string | undefined {
  const bytes = percentBytes(text);
  return bytes && new TextDecoder().decode(bytes);
}

function percentSize(text: string): number | undefined {
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
  let size = 0;
  for (let at = 0; at < text.length; at += 1, size += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x25) at += 2;
    else if (code >= 0xd800 && (text.codePointAt(at) ?? 0) > 0xffff) {
      at += 1;
      size += 3;
    } else if (code >= 0x80) size += code < 0x800 ? 1 : 2;
  }
  return size;
}

/** Decodes percent encoding in place; undefined if a `%` is malformed. */
function percentBytes(text: string): Uint8Array | undefined {
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
  const bytes = new TextEncoder().encode(text);
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1, size += 1) {
    const byte = bytes[at] ?? 0;
    bytes[size] = byte === 0x25 ? Number.parseInt(text16(bytes, at + 1), 16) : byte;
    if (byte === 0x25) at += 2;
  }
  return bytes.subarray(0, size);
}

function text16(encoded: Uint8Array, at: number): string {
  return String.fromCharCode(encoded[at] ?? 0, encoded[at + 1] ?? 0);
}

/** Thrown when work takes too long for the main thread. The caller then repeats it on another thread. */
export class InlineLimit extends Error {}
