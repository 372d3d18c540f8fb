import isbn3 from 'isbn3';
import { json, operation } from '../operation.ts';

interface Input {
  isbn: string;
}

export const checkIsbn = operation<Input>(({ isbn }) => {
  const parsed = isbn3.parse(isbn);
  if (!parsed) return json({ valid: false, clues: isbn3.audit(isbn).clues.map((clue) => clue.message) });
  return json({
    valid: true,
    isbn13: parsed.isbn13h,
    isbn10: parsed.isbn10h ?? null,
    group: parsed.groupname,
    publisher: parsed.publisher,
    clues: [],
  });
});
