import { toBase64 } from '../../../lib/text/media-type.ts';
import { sizeText } from '../../../lib/text/numbers.ts';
import type { FileWidget } from '../../../lib/form/widget.ts';

const maxWaitMs = 30_000;

/** A file as text for the input. A failure is thrown as an error with a message for people. */
export async function readFile(
  file: File,
  encoding: FileWidget['encoding'],
  mostBytes: number,
): Promise<string> {
  refuseLarge(file.size, mostBytes);
  return encoded(new Uint8Array(await file.arrayBuffer()), file.type, file.name, encoding);
}

/** Fetches a file from a server that allows it (CORS). */
export async function readFromAddress(
  address: string,
  encoding: FileWidget['encoding'],
  mostBytes: number,
): Promise<string> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new Error('The address must begin with https:// or http://.');
  const response = await fetch(address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(maxWaitMs),
  }).catch((cause: unknown) => {
    throw new Error('That server does not let this page read the file. Download it, then choose it here.', {
      cause,
    });
  });
  if (!response.ok) throw new Error(`The server answered ${response.status} instead of a file.`);
  refuseLarge(Number(response.headers.get('content-length') ?? 0), mostBytes);
  const blob = await response.blob();
  refuseLarge(blob.size, mostBytes);
  const name = new URL(address).pathname.split('/').at(-1) ?? '';
  return encoded(new Uint8Array(await blob.arrayBuffer()), blob.type, name, encoding);
}

/** Base64 is a third larger. */
function refuseLarge(bytes: number, mostBytes: number): void {
  const asText = Math.ceil(bytes / 3) * 4;
  if (asText <= mostBytes) return;
  throw new Error(
    `The file is ${sizeText(bytes)}, or ${sizeText(asText)} as text. A call of this product takes up to ${sizeText(mostBytes)}.`,
  );
}

function encoded(bytes: Uint8Array, type: string, name: string, encoding: FileWidget['encoding']): string {
  const base64 = toBase64(bytes);
  if (encoding === 'base64') return base64;
  if (encoding === 'base64url') return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const mediaType = (type.split(';')[0] ?? '') || 'application/octet-stream';
  const named = name === '' ? '' : `;name=${encodeURIComponent(name)}`;
  return `data:${mediaType}${named};base64,${base64}`;
}
