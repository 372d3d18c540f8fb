import isbn3 from 'isbn3';
import { json, operation } from '../operation.ts';

interface Input {
  isbn: string;
}

export const checkIsbn = operation<Input>(({ isbn }) => {
  const parsed = isbn3.parse(isbn);
  if (!parsed) return json({ valid: false, clues: cluesTo(isbn) });
  return json({
    valid: true,
    isbn13: parsed.isbn13h,
    isbn10: parsed.isbn10h ?? null,
    group: parsed.groupname,
    publisher: parsed.publisher,
    clues: [],
  });
});

function cluesTo(isbn: string): string[] {
  const digits = isbn.replace(/[ -]/g, '').length;
  if (digits !== 10 && digits !== 13) return [`An ISBN has 10 or 13 digits, and this has ${digits}.`];
  return isbn3.audit(isbn).clues.map((clue) => clue.message);
}
