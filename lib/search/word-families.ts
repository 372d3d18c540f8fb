/**
 * What people mean by a word, whatever the catalogue. In a line of `same`, each phrase stands for the others. In a line
 * of `kinds`, each phrase before the sign is a kind, a part or a sign of what comes after it, and not the reverse.
 */
export const same = `
  bild, image, picture, photo, photograph, pic, img, snapshot
  resize, shrink, scale, rescale, downscale, upscale, enlarge, downsize, thumbnail, make smaller, make bigger, make larger, change size, reduce size, smaller, bigger, larger
  umwandeln, umrechnen, convert, transform, turn into, change into, change to, transcode, translate into, become, switch
  create, make, generate, produce, build, draw, render
  pruefen, prufen, validate, check, verify, verification, lint, linter, valid, invalid, correct, conform, well formed, genuine
  vergleichen, compare, comparison, difference, differ, diff, compare to, versus, vs, changed
  find, search, look up, lookup
  extract, pull out, parse, read, scrape
  decode, inspect, unpack, parse
  detect, recognise, recognize, recognition, identify, identification, guess
  describe, description, caption, explain
  info, information, details, properties
  face, facial
  summarise, summarize, summary, shorten, condense
  remove, delete, erase, strip
  merge, combine, join, concatenate
  edit, update, modify, modification, change, apply
  analyse, analyze, analysis
  send, deliver, post
  upload, attach
  compress, minify, optimise, optimize
  blur, blurry, out of focus, obscure, soften
  telefon, telefonnummer, phone, telephone, cell phone, cellphone, mobile, landline, dial
  email, e mail, mail
  sms, text message
  waehrung, wahrung, wechselkurs, currency, money, exchange rate, forex, fx
  price, cost, worth
  wetter, weather, meteorology
  luftqualitaet, luftqualitat, pollution, air quality, smog, aqi, dust
  feiertag, holiday, bank holiday, day off, days off, non working day, public holiday
  schedule, cron, crontab, recurring, timetable
  zeitzone, time zone, timezone, local time, world clock, tz
  farbe, colour, color, hue
  gradient, palette, ramp, swatch, shade, tint, interpolate, colour scale
  contrast, accessible, accessibility, a11y, legible, wcag
  passwort, kennwort, password, passphrase, passcode
  strong, strength, secure, weak, crack, guess, brute force
  hash, checksum, digest, fingerprint
  uuid, guid, unique id, unique identifier
  identifier, id
  zufall, random, chance
  jwt, json web token, bearer token, access token
  version, release, semver, semantic version
  strichcode, barcode, bar code, gtin
  qr, qr code, scan
  diagramm, chart, graph, plot, diagram, visualise, visualize, visualisation, visualization
  spreadsheet, csv, excel, sheet, comma separated, tabular
  table, row, column
  markdown, md
  html, web page, webpage, website, markup
  plain text, raw text, unformatted text, text only
  document, doc, file
  difference, delta, change
  patch, apply changes
  schema, structure
  slug, permalink, url friendly, seo friendly, pretty url, kebab case, slugify
  readability, reading level, grade level, reading ease, easy to read, hard to read, difficult to read, flesch, comprehensible, understandable, legible
  zaehlen, count, how many, number of, statistics, stats, length, how long
  schlagwort, keyword, key phrase, topic, tag, hashtag, important word
  sprache, language, tongue
  moderation, moderate, profanity, abuse, toxic, offensive, harmful, inappropriate, hate, swear, nsfw, harassment, insult, bad word
  llm, language model, text generation, chat completion, chatbot, gpt, complete a sentence, generate text, ai
  placeholder, dummy, mock, filler, stub, fake
  accent, diacritic, umlaut, special character
  transliterate, transliteration, romanise, romanize, romanisation, romanization
  history, historical, past, last year, in the past, archive, old
  translate, translation
  transcribe, transcription, speech to text, dictation
  speak, text to speech, read aloud, voice
  geocode, coordinate, latitude, longitude
  address, location, place
  route, direction, navigation
  parcel, package, shipment
  track, trace, tracking
  payment, pay, charge
  invoice, bill
  refund, money back
  customer, client
  bug, issue
  book, isbn, book number
  kontonummer, bank account, iban, account number
  url, link, web address
  text, writing, prose, passage, wording
  today, now, current, latest, live
  tomorrow, next days, coming days, forecast, predict
`;

export const kinds = `
  png, jpg, jpeg, webp, gif, avif, tiff, bmp, svg, heic, heif, ico, logo, icon, avatar, portrait, screenshot, selfie > image
  jpg > jpeg
  tif > tiff
  jpeg, jpg, png, webp, gif, avif, heic > format
  mp4, mov, avi, mkv, webm, movie, film > video
  mp3, wav, ogg, flac, aac, song, music > audio
  docx, odt, rtf, letter, report, ebook > document
  pdf, printable > document
  xls, xlsx, tsv, ods, excel, google sheets > csv, spreadsheet
  turn, format, file type > convert
  delimited, semicolon, tab separated > csv
  yaml, toml, xml > data
  essay, article, paragraph, blog post, headline, title, tweet > text
  object, objects, array, payload > json
  string > text
  tabular, table > csv
  edit, modify, update > patch
  css, dom > html
  readme, gfm, commonmark > markdown
  hex, rgb, rgba, hsl, hsv, hsla, cmyk, lab, oklch, oklab, red, green, blue, yellow, orange, purple, grey, gray, pink, teal, cyan, magenta, navy, violet, turquoise, beige, brown > colour
  heatmap, heat map, choropleth > colour scale, palette
  dominant, prominent > main, palette
  difficult, difficulty > readability, hard
  visually impaired, blind, low vision, readable > contrast, read
  md5, sha, sha1, sha256, sha384, sha512, sha3, blake2, blake3, crc32, ripemd > hash
  hmac, signature > hmac, signed
  ulid, nanoid, nano id, cuid, primary key > id, identifier
  claim, expired, issuer, hs256 > token
  ean, upc, code128, code 128, code39, datamatrix, data matrix, pdf417, aztec, ean13 > barcode
  bar, pie, line, histogram, axis, infographic > chart
  rain, snow, sunny, sunshine, cloud, wind, storm, temperature, umbrella, humidity, hot, cold, warm, degrees outside, frost > weather
  pm25, pm2, pm10, ozone, pollen, allergy, hay fever, no2, nitrogen, particulate, uv, breathe > air quality
  christmas, easter, thanksgiving, new year, ramadan, diwali, whit monday, closed, shut > holiday
  dollar, euro, yen, pound, sterling, franc, rupee, yuan, renminbi, peso, krona, krone, zloty, usd, eur, gbp, jpy, chf, cad, aud, nzd, cny, inr, sek, nok, dkk, pln, brl, mxn, krw, sgd, hkd, zar > currency, exchange rate
  bitcoin, ethereum, btc, eth, crypto > cryptocurrency, currency
  celsius, fahrenheit, kelvin, centigrade > temperature, unit
  km, kilometre, kilometer, mile, mi, metre, meter, cm, mm, centimetre, centimeter, millimetre, millimeter, foot, feet, ft, inch, yard, yd > length, unit
  kg, kilogram, kilo, gram, milligram, mg, pound, lb, lbs, ounce, oz, stone, ton, tonne, weight > mass, unit
  litre, liter, gallon, pint, quart, cup, ml, millilitre, milliliter, tablespoon, teaspoon > volume, unit
  acre, hectare, square metre, square feet, sqm, sqft > area, unit
  joule, calorie, kcal, kwh, btu, watt, kilowatt, kw, horsepower, hp, psi, bar, atm, pascal, newton, byte, kilobyte, megabyte, gigabyte, terabyte, mb, tb, gb, gib, mib, metric, imperial, measurement > unit
  unit, units > unit conversion
  country, nation > country
  sepa, bic, swift, payee, transfer > iban, bank account
  paperback, novel, author, publisher > book
  prefix, dialling code, area code, country code, e164, msisdn, sim, call > phone number
  qwerty, entropy, sign up, signup, breach > password
  every monday, every day, every hour, next run > cron
  utc, gmt, pst, est, cet, dst, daylight saving, meeting, clock, o clock > time zone
  npm, package version, semver range, changelog > version
  conform, comply, required field > schema, validate
  bullying, violence, spam, comment, slur, curse, swearing > moderation
  chat, prompt, story, essay, poem, lorem ipsum, sentence, assistant, chatgpt, openai, streaming > text generation
  word count, character count, reading time, letter count > text statistics
  seo, tagging, main topics > keyword
  wireframe, mockup, lorem > placeholder
  privacy, anonymise, anonymize, hide, bokeh, gaussian > blur
  dimension, aspect ratio > width, height, size, details
  wide, high, tall, width, height, pixel > size, width, height
  crop, fit > size, resize
  exif, metadata, mime > details, format
  newsletter, email body > html
`;

/** What stands between two things, of which one becomes the other. */
export const conversionWords: ReadonlySet<string> = new Set(['to', 'into', 'in', 'as', '2']);

/** Shapes of what is written as it is, and the words for them. */
export const shapes: readonly (readonly [RegExp, string])[] = [
  [/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i, 'colour'],
  [/^(97[89][\d-]{10,14}|\d{9}[\dx])$/i, 'isbn'],
  [/^[a-z]{2}\d{2}[a-z\d]{10,30}$/i, 'iban'],
  [/^\+\d[\d-]*$/, 'phone number'],
  [/^eyJ[\w-]+/, 'jwt'],
  [/^[\da-f]{8}-[\da-f]{4}-/i, 'uuid'],
  [/^[\^~]?v?\d+\.\d+\.\d+/, 'version'],
  [/^@(yearly|annually|monthly|weekly|daily|hourly)$/i, 'cron'],
  [/^https?:\/\//i, 'url'],
  [/^[^@\s]+@[^@\s]+\.\w+$/, 'email'],
  [/^(-?\d+(\.\d+)?)?°[cf]?$/i, 'temperature'],
  [/^(19[5-9]\d|20[01]\d)$/, 'historical'],
];

/** The same, of several chunks. */
export const longShapes: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\s)(?:[\d*/,-]+\s+){4}(?:[\d*/,-]+|(?:mon|tue|wed|thu|fri|sat|sun)\S*)(?![\w*])/i, 'cron'],
  [/[{[]\s*"[^"]*"\s*[:,\]}]/, 'json'],
  [/<\/?[a-z]+[^>]*>/i, 'html'],
];

/** The names of these kinds that the runtime knows, and what they are. */
export function* knownNames(): Generator<readonly [name: string, is: string]> {
  const names = (type: Intl.DisplayNamesOptions['type']) =>
    new Intl.DisplayNames('en', { type, fallback: 'none' });
  const regions = names('region');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const first of letters)
    for (const second of letters) {
      const name = regions.of(first + second);
      if (name !== undefined) yield [name, 'country'];
    }
  for (const name of [
    'USA',
    'UK',
    'America',
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Holland',
    'Czech Republic',
  ])
    yield [name, 'country'];
  const languages = names('language');
  const spoken =
    'en de fr es it pt nl sv nb no da fi pl cs sk hu ro bg el tr ru uk ar he fa hi bn ur ta te th vi id ms zh ja ko la ca hr sr sl et lv lt ga is';
  for (const code of spoken.split(' ')) {
    const name = languages.of(code);
    if (name !== undefined) yield [name, 'language, country'];
  }
  const currencies = names('currency');
  for (const code of Intl.supportedValuesOf('currency')) {
    const name = currencies.of(code);
    if (name !== undefined) yield [name, 'currency'];
  }
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const city = zone.split('/').at(-1);
    if (city !== undefined && zone.includes('/')) yield [city.replaceAll('_', ' '), 'time zone, place, city'];
  }
}
