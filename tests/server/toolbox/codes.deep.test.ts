import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startToolbox } from './toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

test.each(['https://example.com/?a=1&b=2', 'naïve café ☕', '0123456789'])(
  'a QR code of %s reads back',
  async (text) => {
    const response = await fetch(`${toolbox.url}/qr-codes?size=300&text=${encodeURIComponent(text)}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    const { data, info } = await sharp(await response.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(300);
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(text);
  },
);

test('a QR code needs no input at all', async () => {
  const response = await fetch(`${toolbox.url}/qr-codes`);
  const { data, info } = await sharp(await response.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe('https://example.com/');
});

test('codes come as SVG too', async () => {
  for (const path of ['/qr-codes?format=svg', '/barcodes/code128?text=A-1&format=svg']) {
    const response = await fetch(toolbox.url + path);
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(await response.text()).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
  }
});

test('a barcode is a PNG as high as its bars', async () => {
  const bars = async (height: number) => {
    const path = `/barcodes/ean13?text=9780131103627&showText=false&scale=2&height=${height}`;
    return sharp(await (await fetch(toolbox.url + path)).arrayBuffer()).metadata();
  };
  const [low, high] = [await bars(10), await bars(20)];
  expect(low.format).toBe('png');
  expect(high.width).toBe(low.width);
  expect(Math.round((high.height / low.height) * 10)).toBe(20);
});

test.each([
  ['/qr-codes?size=9999', 400, 'Query size must be <= 2048.'],
  ['/qr-codes?colour=red', 400, "Unknown query parameter 'colour'."],
  [`/qr-codes?errorCorrection=H&text=${'x'.repeat(1900)}`, 422, 'does not fit a QR code'],
  ['/barcodes/ean13?text=123', 422, 'EAN-13 must be 12 or 13 digits'],
  ['/barcodes/morse?text=sos', 400, 'Path symbology must be equal to one of the allowed values'],
])('%s is refused with %i and a sentence', async (path, status, sentence) => {
  const response = await fetch(toolbox.url + path);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toMatchObject({ status, detail: expect.stringContaining(sentence) });
  expect(response.status).toBe(status);
});
