import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../lib/json/json.ts';

/** What is code in one language or another, or ends something in it. */
export const nasty = fc.constantFrom(
  // biome-ignore format: a list
  ...[
    '\'"`\\', "it's", '${HOME} $HOME $(date) `date`', '#{1 + 1} #$0 #@a', '{$a} {{b}} %s %d %20', '?> <?php // */ /* -- #', '"""', "'''",
    '\nJSON\n', '\nEOF\nJSON\nEND', '\\u0041 \\n \\\\', 'a\\', '\u2028 \u2029 \u0085 \ufeff \u202e', '\0 \u0007 \u001b[31m \u007f \u009f',
    '😀 𝕏 日本語 é', '\r\n\t', '!! !1 ^" %PATH%', '</script><!--', '@file', '\ud800 \udc00', '   ', 'a'.repeat(300), ' leading and trailing ',
  ],
);

const text = fc.oneof(nasty, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

const number = fc.oneof(
  fc.integer(),
  fc.constantFrom(
    // biome-ignore format: a list
    ...[0, 0.1, -1.5, 1e21, 1.7976931348623157e308, 5e-324, 2 ** 53, -(2 ** 53), 2 ** 53 + 2, 1e18, -1e20, 1e-7, 123456.789],
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const key = fc
  .oneof(fc.constantFrom('', '0', '1', 'a', 'class', 'a b', 'é', 'constructor'), text)
  .filter((name) => name !== '__proto__' && name !== 'constructor.prototype');

/** Values that the portal takes: no key that it forbids, no integer that JSON's readers would change. */
const { value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

export const portalInputs: fc.Arbitrary<JsonObject> = fc
  .dictionary(key, value, { maxKeys: 5, noNullPrototype: true })
  .map((input) => asSent(input))
  .filter(isPortalJson);

/** As JSON carries it: without a negative zero. */
export function asSent(input: JsonObject): JsonObject {
  const sent: unknown = JSON.parse(JSON.stringify(input));
  if (!isJsonObject(sent)) throw new TypeError('An object is sent as an object.');
  return sent;
}

function isPortalJson(item: JsonValue): boolean {
  if (Array.isArray(item)) return item.every(isPortalJson);
  if (!isJsonObject(item)) return true;
  return Object.values(item).every(isPortalJson) && !isJsonObject(item['constructor']);
}

/** Everything at once, for a language that is too slow to be asked often. */
export const everything: JsonObject = {
  quotes: '\'"`\\ it\'s "quoted" `ticked` \\back\\',
  code: '${HOME} $HOME $(date) #{1 + 1} #$0 #@a {$a} {{b}} %s ?> <?php // */ </script> @file !!',
  ends: 'before\nJSON\nEOF\n"""\n\'\'\'\n`\n\\',
  invisible: '\u2028\u2029\u0085\ufeff\u202e\u0000\u0007\u001b\u007f\u009f\u00ad',
  script: '日本語 😀 𝕏 é \u{1F468}\u200d\u{1F469}',
  spaces: ' \r\n\t ',
  half: 'a \ud800 half',
  numbers: [0, -1, 0.1, -1.5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 2 ** 53, 1e18],
  empty: { object: {}, list: [], text: '', nested: [[], [{}], [[null, true, false]]] },
  likeAList: { '0': 'a', '1': { '0': [] } },
  'a key with "quotes", \'more\', $x, #{y} and \\': { '': 1, class: 2, 'é\n': 3 },
};

/** The same without the half pair of surrogates, which some languages write another way. */
export const everythingWellFormed: JsonObject = { ...everything, half: 'a 😀 whole' };
