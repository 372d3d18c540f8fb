import { type JsonObject, jsonText, type JsonValue, isJsonObject, numberText } from '../../json/json.ts';
import type { RequestField } from '../../operation/request-fields.ts';

/** The call in a snippet, the same that the page would make. */
export interface SnippetCall {
  slug: string;
  /** The URL of the portal: `https://portal.example`. */
  origin: string;
  input: JsonObject;
  fields: readonly RequestField[];
  /** The price limit of the caller. */
  maximumCredits?: number;
  /** Where the answer is saved if it is bytes, such as a picture. */
  file?: string;
  /** Whether to get a quote first, and to call at its price. */
  quoteFirst: boolean;
}

/** A misspelt field is refused, and costs nothing; a success has the status of the API. */
export const snippetPreference = 'handling=strict, upstream-status';

/**
 * Writes calls in a language by its text. Words such as `‹address›` stand for what a call has: `values` are those of the
 * language alone. Lines after `quote|` are for calls that get a quote first, those after `limit|` for calls with a price
 * limit.
 */
export function snippet(
  text: string,
  string: (text: string) => string,
  values: (call: SnippetCall) => Record<string, string>,
): (call: SnippetCall) => string {
  const lines = text.split('\n').map((line) => /^(?:(quote|limit)\|)?(.*)$/.exec(line) ?? []);
  return (call) => {
    const { maximumCredits, quoteFirst } = call;
    const known: Record<string, string> = {
      address: string(callAddress(call)),
      estimate: string(estimateAddress(call)),
      preference: snippetPreference,
      limit: String(maximumCredits),
      ...values(call),
    };
    const shown = { quote: quoteFirst, limit: maximumCredits !== undefined };
    return lines
      .filter(([, only]) => (only !== 'quote' && only !== 'limit') || shown[only])
      .map(([, , line = '']) => line.replaceAll(/‹(\w+)›/g, (_, name: string) => known[name] ?? ''))
      .join('\n');
  };
}

export function callAddress({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/product/developer/call/${encodeURIComponent(slug)}`;
}

export function estimateAddress({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/product/credits/required/${encodeURIComponent(slug)}?detail=full`;
}

/** Invisible characters, line terminators and direction marks. JSON and most languages share the escape for them. */
const invisible =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Formatted JSON. The escapes are only in strings, so it parses to the same value. */
export function visibleJson(value: JsonValue): string {
  return escapeInvisible(jsonText(value, '  '));
}

/** A JSON string, which is also a JavaScript and Python string. */
export function visibleString(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function escapeInvisible(json: string): string {
  return json.replace(invisible, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

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
