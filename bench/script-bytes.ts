import type { Page } from '@playwright/test';

/** The compressed size of each script of a page, until the network is idle. */
export async function scriptBytes(page: Page, url: string): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script !== undefined) bytes.set(script, encodedDataLength);
  });
  await session.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await session.detach();
  return bytes;
}
