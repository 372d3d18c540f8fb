import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { deepUnless } from './journey.ts';
import { expect, test as base } from './reply-journey.ts';

interface Elsewhere {
  address: string;
  connections: () => number;
}

/** A server that nothing of a reply may reach, not even to open a connection. */
const test = base.extend<{ elsewhere: Elsewhere }>({
  elsewhere: async ({}, use) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const port = await listenOnLoopback(server);
    await use({ address: `http://127.0.0.1:${port}`, connections: () => connections });
    server.close();
  },
});

const act = `window.top.ran = 1; window.parent.ran = 1; window.ran = 1; alert('ran')`;

function svg(address: string): string {
  return `<?xml version="1.0"?><?xml-stylesheet href="${address}/style.css"?>
<!DOCTYPE svg [<!ENTITY far SYSTEM "${address}/entity">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="60" onload="${act}">
<script>${act}</script><script xlink:href="${address}/script.js"/>
<style>@import url(${address}/import.css); rect { fill: url(${address}/fill.svg#a) }</style>
<image xlink:href="${address}/image.png" width="9" height="9"/><use href="${address}/use.svg#a"/>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}/frame"></iframe></foreignObject>
<a href="javascript:${act}"><rect width="90" height="60"/></a><text>&far;</text></svg>`;
}

function html(address: string): string {
  return `<html><head><meta http-equiv="refresh" content="0;url=${address}/refresh"><base href="${address}/">
<link rel="preconnect" href="${address}"><link rel="dns-prefetch" href="${address}"><link rel="stylesheet" href="/style.css">
<link rel="prefetch" href="${address}/prefetch"><link rel="icon" href="${address}/icon.png">
<style>@import url(${address}/import.css); @font-face { font-family: far; src: url(${address}/font.woff) } body { background: url(${address}/ground.png); font-family: far }</style>
<script>${act}</script><script src="${address}/script.js"></script></head>
<body onload="${act}" background="${address}/body.png"><h1>Shown</h1>
<img src="${address}/image.png" srcset="${address}/set.png 2x" onerror="${act}"><img src="x" onerror="${act}"><img src="/api/calls">
<svg><image href="${address}/svg.png"/><script>${act}</script></svg><input autofocus onfocus="${act}">
<video src="${address}/film.mp4" poster="${address}/poster.png" autoplay></video><audio src="${address}/sound.mp3" autoplay></audio>
<iframe src="${address}/frame"></iframe><iframe srcdoc="<script>${act}</script>"></iframe>
<object data="${address}/object"></object><embed src="${address}/embed"><portal src="${address}/portal"></portal>
<form action="${address}/form"><button>Send</button></form><details open ontoggle="${act}"><summary>s</summary></details>
<noscript><p title="</noscript><link rel=preconnect href=${address}>"></noscript><template><img src="${address}/template.png"></template>
<a href="${address}/link" ping="${address}/ping">Follow me</a> <a href="javascript:${act}">Run me</a> <a href="${address}/top" target="_top">Leave</a>
</body></html>`;
}

function markdown(address: string): string {
  return `# Shown

![image](${address}/image.png) <img src="${address}/raw.png" onerror="${act}"> <script>${act}</script>

[run](javascript:alert(1)) [run](data:text/html,<script>alert(1)</script>) <a href="javascript:alert(1)">raw</a>

<iframe src="${address}/frame"></iframe><style>@import url(${address}/style.css)</style><svg onload="${act}"></svg>

![reference][far]

[far]: ${address}/reference.png "title"
`;
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('status').last()).toHaveText(/^Reply complete/);
  // What a hostile reply would ask for, it asks for at once; a probe of ours that comes after it has been answered.
  await page.evaluate(() => fetch('/reply'));
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
}

const hostile: [name: string, contentType: string, write: (address: string) => string, tab: string][] = [
  ['an SVG image', 'image/svg+xml', svg, 'Image'],
  ['the source of an SVG image', 'image/svg+xml', svg, 'Source'],
  ['a page', 'text/html', html, 'Page'],
  ['the source of a page', 'text/html', html, 'Source'],
  ['a page that says it is a PDF', 'application/pdf', html, 'Document'],
  ['a page that says nothing of its type', 'application/octet-stream', html, 'Text'],
  ['an SVG image that says it is a page', 'text/html', svg, 'Page'],
  ['Markdown', 'text/markdown', markdown, 'Read'],
  ['JSON', 'application/json', (address) => JSON.stringify({ [html(address)]: html(address) }), 'Tree'],
  ['a table', 'text/csv', (address) => `"${html(address).replaceAll('"', '""')}",b\n1,2`, 'Table'],
  ['events', 'text/event-stream', (address) => `event: ${act}\ndata: ${html(address).replaceAll('\n', ' ')}\n\n`, 'Answer'],
]; // biome-ignore format: a table

for (const path of ['/', '/without-policy']) {
  const within = path === '/' ? 'under the policy of the page' : 'without a policy of the page';
  test.describe(within, deepUnless(path === '/'), () => {
    test('no reply runs anything or fetches anything', async ({ page, replyPage, elsewhere }) => {
      for (const [name, contentType, write, tab] of hostile)
        await test.step(name, async () => {
          replyPage.reply(
            (_incoming, outgoing) =>
              void outgoing.writeHead(200, { 'content-type': contentType }).end(write(elsewhere.address)),
          );
          await page.goto(path);
          await page.getByRole('tab', { name: tab }).click();
          await settled(page);
          expect(await page.evaluate(() => 'ran' in window)).toBe(false);
          expect(elsewhere.connections()).toBe(0);
          await expect(page).toHaveURL(path);
        });
    });

    test('links of a page lead nowhere', async ({ page, replyPage, elsewhere }) => {
      replyPage.reply(
        (_incoming, outgoing) =>
          void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(html(elsewhere.address)),
      );
      await page.goto(path);
      const frame = page.frameLocator('iframe[title="Reply as a page"]');
      await expect(frame.getByRole('heading', { name: 'Shown' })).toBeVisible();
      for (const name of ['Follow me', 'Run me', 'Leave']) await frame.getByText(name).click();
      await frame.getByRole('button', { name: 'Send' }).click();
      await settled(page);
      await expect(frame.getByRole('heading', { name: 'Shown' })).toBeVisible();
      expect(elsewhere.connections()).toBe(0);
    });
  });
}
