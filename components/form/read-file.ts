import { toBase64 } from '../../lib/text/to-base64.ts';
import { sizeText } from '../../lib/text/size-text.ts';
import type { FileWidget } from '../../lib/form/widget.ts';

const MAX_WAIT_MS = 30_000;

/** A file as the input carries it. What goes wrong is thrown as a sentence. */
export async function readFile(
  file: File,
  encoding: FileWidget['encoding'],
  mostBytes: number,
): Promise<string> {
  refuseLarge(file.size, mostBytes);
  return encoded(new Uint8Array(await file.arrayBuffer()), file.type, file.name, encoding);
}

/** The file behind an address, where its server lets other pages read it. */
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
    signal: AbortSignal.timeout(MAX_WAIT_MS),
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

/** In the input a file is text, which is a third larger. */
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
