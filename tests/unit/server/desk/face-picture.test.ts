import { expect, it } from 'vitest';
import { checkPicture } from '../../../../server/desk/face-picture.ts';

const svg = (inside: string, root = 'viewBox="0 0 40 20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`);

const png = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

it('an SVG is stored without its declarations and comments, with its ratio', () => {
  const drawing = svg('<path d="M0 0h1" fill="url(#a)"/><use href="#a"/>');
  const text = `\uFEFF<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b"><!-- made by x -->${drawing}`;
  const checked = checkPicture('logo', Buffer.from(text));
  expect(checked).toMatchObject({ type: 'image/svg+xml', ratio: 2 });
  expect(typeof checked !== 'string' && Buffer.from(checked.content).toString()).toBe(drawing.toString());
});

it.each([
  ['<script>alert(1)</script>', 'has a script'],
  ['<svg:script/>', 'has a script'],
  ['<g onload="alert(1)"/>', 'runs a script'],
  ["<g/onload='alert(1)'/>", 'runs a script'],
  ['<a href="java&#115;cript:alert(1)"/>', 'runs a script'],
  ['<foreignObject/>', 'parts of an HTML page'],
  ['<image href="https://evil.example/x.png"/>', 'refers to another file'],
  ['<image xlink:href="//evil.example/x.png"/>', 'refers to another file'],
  ['<path fill="url(https://evil.example#a)"/>', 'refers to another file'],
  ['<style>@import "x.css"</style>', 'imports styles'],
])('an SVG with %s is refused', (inside, why) => {
  expect(checkPicture('logo', svg(inside))).toContain(why);
});

it('entities are refused', () => {
  expect(checkPicture('logo', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`))).toEqual(
    expect.any(String),
  );
});

it.each([
  ['text', 'logo', Buffer.from('hello'), 'no picture'],
  ['a photo as a logo', 'logo', Buffer.from('ffd8ffe000104a464946', 'hex'), 'no picture'],
  ['a wide icon', 'icon', png(64, 32), 'not square'],
  ['a very wide logo', 'logo', png(900, 100), 'too wide'],
  ['a large icon', 'icon', Buffer.concat([png(64, 64), Buffer.alloc(40_000)]), 'at most 32 KB'],
] as const)('%s is refused', (_name, kind, bytes, why) => {
  expect(checkPicture(kind, bytes)).toContain(why);
});

it('a PNG is stored as it is, and a photo on the first page', () => {
  expect(checkPicture('icon', png(64, 64))).toMatchObject({ type: 'image/png', ratio: 1 });
  expect(checkPicture('front', Buffer.from('ffd8ffe000104a464946', 'hex'))).toMatchObject({
    type: 'image/jpeg',
  });
});
