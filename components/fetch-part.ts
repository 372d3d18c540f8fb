import { fetchResponse } from './download-button.tsx';

/** A part of a file, and the address of the next one. */
export async function fetchPart(address: string): Promise<{ blob: Blob; next: string | undefined }> {
  const response = await fetchResponse(address);
  const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  return { blob: await response.blob(), next };
}
