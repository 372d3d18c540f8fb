import { describe, expect, it } from 'vitest';
import { sizeText } from '../../../../../lib/text/numbers.ts';
import { csvDelimiter } from '../../../../../components/reply/table-viewer.tsx';
import { problemCodeOf, replyKind } from '../../../../../lib/view/reply/reply-kind.ts';
import { textPieces } from '../../../../../lib/view/reply/search.ts';

const text = (characters: string) => new TextEncoder().encode(characters);
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0);

describe('what a reply is shown as', () => {
  it.each([
    ['application/json', text('{}'), 'json'],
    ['Application/Problem+JSON; charset=utf-8', text('{}'), 'json'],
    ['application/json', png, 'bytes'],
    ['application/json', new Uint8Array(), 'empty'],
    ['image/svg+xml', text('<svg/>'), 'image'],
    ['image/png', text('<script>'), 'image'],
    ['text/html', text('<p>'), 'html'],
    ['text/html', png, 'bytes'],
    ['text/html; charset=windows-1252', Uint8Array.of(0x80, 0xe9), 'html'],
    ['text/csv', text('a,b'), 'table'],
    ['text/markdown', text('#'), 'markdown'],
    ['text/x-log', text('x'), 'text'],
    ['application/xml', text('<x/>'), 'text'],
    ['application/pdf', text('%PDF-'), 'pdf'],
    ['audio/wav', text('RIFF'), 'audio'],
    ['video/mp4', text('x'), 'video'],
    ['application/octet-stream', png, 'image'],
    ['application/octet-stream', text('%PDF-1.7'), 'pdf'],
    ['', text('<html><script>'), 'text'],
    ['nonsense', text('plain'), 'text'],
    ['', Uint8Array.of(1, 2, 3), 'bytes'],
    ['application/zip', Uint8Array.of(0x50, 0x4b, 3, 4), 'bytes'],
  ])('%j is %j', (type, head, kind) => {
    expect(replyKind(type, head)).toBe(kind);
  });

  it('is text though its first bytes end within a character', () => {
    expect(replyKind('text/plain', text('ab€').subarray(0, 4))).toBe('text');
  });
});

describe('figures and lines', () => {
  it.each(
    // biome-ignore format: a table
    [
      [0, '0 bytes'], [1, '1 byte'], [1_023, '1,023 bytes'], [1_234, '1.2 KiB'], [10_240, '10 KiB'], [1_048_524, '1,023.9 KiB'],
      [1_048_525, '1 MiB'], [12_345_678, '11.8 MiB'],
    ],
  )('%i is %j', (bytes, said) => {
    expect(sizeText(bytes)).toBe(said);
  });

  it('cuts a text into its lines, a long one into pieces, and stops where it is told', () => {
    const { pieces } = textPieces(`a\n\n${'x'.repeat(9_000)}\nb`, 100_000, 100);
    expect(pieces.map(({ text: piece, line }) => [piece.length, line])).toEqual([
      [1, 1],
      [0, 2],
      [4_000, 3],
      [4_000, null],
      [1_000, null],
      [1, 4],
    ]);
    expect(textPieces('a\nb\nc', 100, 2)).toEqual({
      pieces: [
        { text: 'a', line: 1 },
        { text: 'b', line: 2 },
      ],
      shown: 4,
    });
  });

  it('never cuts between the halves of a character', () => {
    const { pieces } = textPieces(`x${'🎫'.repeat(5_000)}`, 1_000_000, 100);
    expect(pieces.some(({ text: piece }) => /\p{Cs}/u.test(piece))).toBe(false);
    expect(pieces.map((piece) => piece.text).join('')).toBe(`x${'🎫'.repeat(5_000)}`);
  });

  it.each([
    ['a,b;c,d', ','],
    ['"x,y,z";b;c', ';'],
    ['a\tb', '\t'],
    ['alone', ','],
  ])('columns of %j are separated by %j', (line, delimiter) => {
    expect(csvDelimiter(line, 'text/csv')).toBe(delimiter);
  });

  it('takes a problem for the portal’s own in the shape that the portal gives it alone', () => {
    expect(problemCodeOf('{"type":"/problems/upstream-cut","code":"upstream-cut","charged":3}')).toBe(
      'upstream-cut',
    );
    expect(problemCodeOf('{"type":"//evil.example/x","code":"x"}')).toBe(null);
    expect(problemCodeOf('overloaded')).toBe(null);
  });
});
