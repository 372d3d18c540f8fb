import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonBody, startToolbox } from './toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

describe('Markdown becomes HTML', () => {
  test.each([
    ['# Hi\n\n*a*', '<h1>Hi</h1>\n<p><em>a</em></p>'],
    ['| a |\n|---|\n| 1 |', '<table>'],
    ['[x](javascript:alert(1))', '<p><a>x</a></p>'],
    ['ok <script>alert(1)</script>', '<p>ok alert(1)</p>'],
    ['<img src=x onerror=alert(1)>', ''],
  ])('%j', async (markdown, html) => {
    const response = await fetch(`${toolbox.url}/markdown/html`, jsonBody({ markdown }));
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(html);
    expect(text).not.toMatch(/script|onerror/);
  });
});

describe('HTML becomes text', () => {
  test.each([
    [{ html: '<h1>Hi</h1><p>a&amp;b</p><script>x</script>' }, 'HI\n\na&b'],
    [{ html: '<p>one two three four five six</p>', wordwrap: 20 }, 'one two three four\nfive six'],
    [{ html: '<p><a href="https://example.com">a</a></p>', links: 'drop' }, 'a'],
  ])('%j', async (input, text) => {
    const response = await fetch(`${toolbox.url}/html/text`, jsonBody(input));
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(text);
  });
});

describe('a PDF', () => {
  const pdf = async (input: Parameters<typeof jsonBody>[0]) => {
    const response = await fetch(`${toolbox.url}/pdfs`, jsonBody(input));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    return Buffer.from(await response.arrayBuffer()).toString('latin1');
  };

  test('has the paper and the title that were asked for', async () => {
    const page = { size: 'LETTER', orientation: 'landscape', margin: 36 };
    const bytes = await pdf({ markdown: '# Hi', title: 'Fares', page });
    expect(bytes).toMatch(/^%PDF-1\.\d/);
    expect(bytes).toMatch(/%%EOF\s*$/);
    expect(bytes).toContain('/MediaBox [0 0 792 612]');
    expect(bytes).toContain('(Fares)');
  });

  test('has as many pages as its text takes', async () => {
    const pages = (bytes: string) => bytes.match(/\/Type \/Page\n/g)?.length;
    expect(pages(await pdf({ markdown: 'short' }))).toBe(1);
    expect(pages(await pdf({ markdown: 'a line\n\n'.repeat(100) }))).toBe(4);
  });

  test('takes every block of Markdown', async () => {
    const markdown = '# a\n\n- b\n- c\n\n1. d\n\n> e\n\n```\nf\n```\n\n| g |\n|---|\n| h |\n\n---\n\n“é” – €';
    expect(await pdf({ markdown })).toContain('/BaseFont /Courier');
  });

  test('refuses letters that its fonts cannot draw', async () => {
    const response = await fetch(`${toolbox.url}/pdfs`, jsonBody({ markdown: 'Привет' }));
    expect(await response.json()).toMatchObject({
      status: 422,
      detail: expect.stringContaining('Latin alphabet'),
    });
  });
});
