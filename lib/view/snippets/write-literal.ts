import { isJsonObject, type JsonObject, type JsonValue, numberText } from '../../json/json.ts';

/** The literals of a language. */
export interface LiteralSyntax {
  null: string;
  true: string;
  false: string;
  string(text: string): string;
  /** A key and its separator. */
  key(name: string): string;
  object(value: JsonObject): [open: string, close: string];
  indent: string;
  /** Whether a trailing comma is usual. */
  trailingComma: boolean;
}

/** A value as a literal, with each member on its own line. */
export function writeLiteral(value: JsonValue, syntax: LiteralSyntax, margin = ''): string {
  if (value === null) return syntax.null;
  if (typeof value === 'boolean') return value ? syntax.true : syntax.false;
  if (typeof value === 'string') return syntax.string(value);
  if (typeof value === 'number') return numberText(value);
  const inner = margin + syntax.indent;
  const [open, close] = isJsonObject(value) ? syntax.object(value) : ['[', ']'];
  const items = isJsonObject(value)
    ? Object.entries(value).map(([name, item]) => syntax.key(name) + writeLiteral(item, syntax, inner))
    : value.map((item) => writeLiteral(item, syntax, inner));
  if (items.length === 0) return open + close;
  const last = syntax.trailingComma ? ',' : '';
  return `${open}\n${inner}${items.join(`,\n${inner}`)}${last}\n${margin}${close}`;
}
