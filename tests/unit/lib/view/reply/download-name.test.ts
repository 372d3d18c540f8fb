import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downloadName } from '../../../../../lib/view/reply/download-name.ts';

const named = (disposition: string, type = 'application/octet-stream') =>
  downloadName([['Content-Disposition', disposition]], type);

describe('the name of a saved reply', () => {
  it.each([
    ['application/json; charset=utf-8', 'reply.json'],
    ['application/problem+json', 'reply.json'],
    ['image/png', 'reply.png'],
    ['image/jpeg', 'reply.jpg'],
    ['image/svg+xml', 'reply.svg'],
    ['text/plain', 'reply.txt'],
    ['text/csv', 'reply.csv'],
    ['audio/mpeg', 'reply.mp3'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'reply.docx'],
    ['application/vnd.acme.thing+xml', 'reply.xml'],
    ['application/x-something-of-ours', 'reply.bin'],
    ['', 'reply.bin'],
    ['../../etc/passwd', 'reply.bin'],
  ])('by the type %j', (type, name) => {
    expect(downloadName([], type)).toBe(name);
  });

  it.each([
    ['attachment; filename="chart.png"', 'chart.png'],
    ['attachment; filename=chart.png', 'chart.png'],
    ['inline;FILENAME="a \\"b\\".txt"', 'a _b_.txt'],
    ['attachment; filename="plain.txt"; filename*=UTF-8\'\'Fahrpreis%20%E2%82%AC.txt', 'Fahrpreis €.txt'],
    ['attachment; filename*=UTF-8\'\'%E0%A4%A; filename="fallback.txt"', 'fallback.txt'],
    ['attachment; filename="../../.ssh/authorized_keys"', 'authorized_keys.bin'],
    ['attachment; filename="C:\\\\Windows\\\\x.dll"', 'x.dll'],
    ['attachment; filename=".htaccess"', 'htaccess.bin'],
    ['attachment; filename="con.txt"', '_con.txt'],
    ['attachment; filename="photo\u202egnp.exe"', 'photognp.exe'],
    ['attachment; filename="report"', 'report.bin'],
    ['attachment; filename=""', 'reply.bin'],
    ['attachment', 'reply.bin'],
  ])('by the header %j', (disposition, name) => {
    expect(named(disposition)).toBe(name);
  });

  it('keeps the extension of a name that is too long', () => {
    const name = named(`attachment; filename="${'ä'.repeat(400)}.jpeg"`);
    expect([[...name].length, name.endsWith('.jpeg')]).toEqual([120, true]);
  });

  it('never leads out of the folder, whatever the header says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = named(`attachment; filename="${text}"`);
        expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\.|^$/u);
      }),
    );
  });
});
