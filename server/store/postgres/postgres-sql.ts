/**
 * A statement of both engines in PostgreSQL's words: `$1` for the first `?`, and quotes around names with capitals,
 * which PostgreSQL would read as small letters. Texts in quotes stay as they are.
 */
export function postgresSql(sql: string): string {
  let values = 0;
  return sql.replace(part, (text, quoted: string | undefined, name: string | undefined) => {
    if (quoted !== undefined) return text;
    if (name === undefined) return `$${++values}`;
    return hasBoth.test(name) ? `"${name}"` : name;
  });
}

const part = /('(?:[^']|'')*'|"[^"]*")|([A-Za-z_]\w*)|\?/g;
/** Keywords are capitals alone. */
const hasBoth = /(?=.*[A-Z]).*[a-z]/;
