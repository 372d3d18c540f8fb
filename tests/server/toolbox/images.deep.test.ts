import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../lib/json/json.ts';
import { jsonBody, multipartBody, startToolbox } from './toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

/** Red at the left, blue at the right, so that what happens to it can be seen in its pixels. */
const halves = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff0000' } })
  .composite([
    { input: { create: { width: 20, height: 20, channels: 3, background: '#0000ff' } }, left: 20, top: 0 },
  ])
  .removeAlpha()
  .png()
  .toBuffer()
  .then((buffer) => new Uint8Array(buffer));

async function answered(path: string, request: RequestInit): Promise<Buffer> {
  const response = await fetch(toolbox.url + path, request);
  expect(response.status, await response.clone().text()).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('resize', () => {
  test.each<[Record<string, string>, { width: number; height: number; format: string }]>(
    // biome-ignore format: a table
    [
      [{ width: '20' }, { width: 20, height: 10, format: 'png' }],
      [{ width: '30', height: '30', fit: 'contain' }, { width: 30, height: 30, format: 'png' }],
      [{ width: '30', height: '30', fit: 'inside', format: 'jpeg' }, { width: 30, height: 15, format: 'jpeg' }],
      [{ width: '400', enlarge: 'false' }, { width: 40, height: 20, format: 'png' }],
    ],
  )('by %j', async (fields, expected) => {
    const picture = await answered('/images/resize', multipartBody(halves, fields));
    expect(await sharp(picture).metadata()).toMatchObject(expected);
  });
});

test.each([
  ['a width alone', { width: '4000' }, '4000 × 60000'],
  ['fit outside', { width: '2000', height: '4000', fit: 'outside' }, '2000 × 30000'],
])('resizing a tall picture by %s is refused before it is made', async (_what, fields, size) => {
  const tall = await sharp({ create: { width: 100, height: 1500, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const response = await fetch(`${toolbox.url}/images/resize`, multipartBody(new Uint8Array(tall), fields));
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(`${size} pixels`)]);
});

describe('convert', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'])('to %s', async (format) => {
    const response = await fetch(`${toolbox.url}/images/convert`, multipartBody(halves, { format }));
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    const metadata = await sharp(await response.arrayBuffer()).metadata();
    expect(metadata.format).toBe(format === 'avif' ? 'heif' : format);
  });

  test('without colours', async () => {
    const picture = await answered(
      '/images/convert',
      multipartBody(halves, { format: 'png', grayscale: 'true' }),
    );
    const [red, green, blue] = await sharp(picture).toColourspace('srgb').raw().toBuffer();
    expect([green, blue]).toEqual([red, red]);
  });

  test('to PNG without losing a colour', async () => {
    const raw = Uint8Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * index) >> 5);
    const before = await sharp(raw, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    const after = await answered(
      '/images/convert',
      multipartBody(new Uint8Array(before), { format: 'png', quality: '50' }),
    );
    expect(Buffer.compare(await sharp(after).raw().toBuffer(), raw)).toBe(0);
  });
});

test('a blur mixes what stands side by side', async () => {
  const picture = await answered('/images/blur', multipartBody(halves, { sigma: '5' }));
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (10 * info.width + 20) * info.channels;
  expect(data[middle]).toBeGreaterThan(60);
  expect(data[middle + 2]).toBeGreaterThan(60);
});

test('a description names size and colours, the commonest first', async () => {
  const description = JSON.parse(String(await answered('/images/description', multipartBody(halves))));
  expect(description).toMatchObject({
    format: 'png',
    width: 40,
    height: 20,
    hasAlpha: false,
    palette: expect.arrayContaining([
      { colour: '#ff0000', share: 0.5 },
      { colour: '#0000ff', share: 0.5 },
    ]),
    thumbhash: expect.stringMatching(/^[\w+/]{20,40}=*$/),
  });
});

test.each([
  ['svg', /<text [^>]*>320 × 90<\/text>/],
  ['png', /PNG/],
])('a placeholder as %s', async (format, expected) => {
  const picture = await answered(`/placeholders/320/90?format=${format}`, {});
  expect(String(picture)).toMatch(expected);
  expect(await sharp(picture).metadata()).toMatchObject({ width: 320, height: 90, format });
});

test('markup in the text of a picture stays text', async () => {
  const path = `/placeholders/320/90?text=${encodeURIComponent('<script>&"')}`;
  const svg = String(await answered(path, {}));
  expect(svg).toContain('>&#60;script&#62;&#38;&#34;</text>');
});

describe('charts', () => {
  const count = (svg: string, part: RegExp) => svg.match(part)?.length ?? 0;
  const bars = [
    { label: 'a <b>', value: 3 },
    { label: 'c', value: -1 },
  ];

  test('draw a bar for each value, below zero too', async () => {
    const svg = String(await answered('/charts', jsonBody({ chart: { kind: 'bar', bars }, title: null })));
    expect(count(svg, /<rect x=/g)).toBe(2);
    expect(svg).toContain('a &#60;b&#62;');
    const heights = [...svg.matchAll(/ height="([\d.]+)" fill="#(?:1a7f5a|e07a5f)"/g)].map((match) =>
      Number(match[1]),
    );
    expect(heights[0]).toBeCloseTo((heights[1] ?? 0) * 3, 0);
  });

  test('draw a line for each series', async () => {
    const points = [1, 3, 2].map((y, x) => ({ x, y }));
    const chart = {
      kind: 'line',
      series: [
        { name: 'one', points },
        { name: 'two', points },
      ],
      smooth: true,
    };
    const svg = String(await answered('/charts', jsonBody({ chart })));
    expect(count(svg, /<path d="M[^"]*C[^"]*" fill="none"/g)).toBe(2);
  });

  test('draw a slice for each share', async () => {
    const slices = [
      { label: 'half', value: 2 },
      { label: 'rest', value: 2 },
    ];
    const chart = { kind: 'pie', slices, hole: 0.5 };
    const picture = await answered(
      '/charts',
      jsonBody({ chart, size: { width: 300, height: 200 }, format: 'png' }),
    );
    expect(await sharp(picture).metadata()).toMatchObject({ width: 300, height: 200, format: 'png' });
    const svg = String(await answered('/charts', jsonBody({ chart })));
    expect(count(svg, /<path d="M[^"]*A/g)).toBe(2);
    expect(svg).toContain('half (50%)');
  });

  test.each<[string, JsonValue]>([
    ['a kind that does not exist', { kind: 'radar', bars }],
    ['a bar chart with slices', { kind: 'bar', slices: bars }],
    ['a negative slice', { kind: 'pie', slices: [{ label: 'a', value: -1 }] }],
  ])('refuse %s', async (_name, chart) => {
    const response = await fetch(`${toolbox.url}/charts`, jsonBody({ chart }));
    expect(response.status).toBe(400);
  });
});

describe('a file that cannot be read is refused with a sentence', () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  test.each<[string, RequestInit, number, string]>(
    // biome-ignore format: a table
    [
      ['text', multipartBody(new TextEncoder().encode('hello')), 422, 'cannot be read as a picture'],
      ['nothing', multipartBody(new Uint8Array()), 422, 'The file is empty'],
      ['half a PNG', multipartBody(halves.slice(0, 60)), 422, 'cannot be read as a picture'],
      ['an SVG', multipartBody(svg), 422, 'svg files are not supported'],
      ['5 MiB', multipartBody(new Uint8Array(5 * 1024 * 1024)), 413, 'File too large'],
      ['a field instead of a file', { method: 'POST', body: fields({ file: 'hello' }) }, 422, 'must be an uploaded file'],
      ['no file', { method: 'POST', body: fields({ sigma: '3' }) }, 400, "must have required property 'file'"],
    ],
  )('%s', async (_name, request, status, sentence) => {
    const response = await fetch(`${toolbox.url}/images/blur`, request);
    expect(await response.json()).toMatchObject({ status, detail: expect.stringContaining(sentence) });
  });

  test('a picture of too many pixels', async () => {
    const background = { r: 0, g: 0, b: 0 };
    const large = await sharp({ create: { width: 5000, height: 5000, channels: 3, background } })
      .png()
      .toBuffer();
    const response = await fetch(`${toolbox.url}/images/blur`, multipartBody(new Uint8Array(large)));
    expect(await response.json()).toMatchObject({
      status: 422,
      detail: expect.stringContaining('16 million pixels'),
    });
  });
});

function fields(entries: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
}
