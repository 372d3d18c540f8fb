import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { receiptOfText } from '../../../lib/receipt/verify-receipt.ts';
import { readCredits } from '../../../lib/text/typed-credits.ts';
import { toBase64 } from '../../../lib/text/media-type.ts';
import type { Farebox } from '../farebox.ts';
import { productTypes } from '../types/product-types.ts';
import { verifyReceipt } from '../verification.ts';
import {
  exitCodes,
  UsageError,
  credits,
  printJson,
  printText,
  say,
  clientOf,
  settingOptions,
} from './settings.ts';
import { readInput, readText, textHints } from './read-input.ts';

type Command = (args: string[]) => Promise<number>;

const inputOptions = { ...settingOptions, input: { type: 'string' } } as const;

export const search: Command = async (args) => {
  const options = {
    ...settingOptions,
    page: { type: 'string' },
    tag: { type: 'string', multiple: true },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const page = values.page === undefined ? undefined : wholeNumber('--page', values.page);
  const found = await clientOf(values).search(positionals.join(' '), { page, tags: values.tag });
  printJson(found);
  say(found.total === 1 ? '1 product.' : `${found.total} products.`);
  return exitCodes.done;
};

export const quote: Command = async (args) => {
  const { values, positionals } = parseArgs({ args, options: inputOptions, allowPositionals: true });
  const [product, ...fields] = withProduct(positionals);
  const result = await clientOf(values).quote(product, await readInput(values.input, fields));
  printJson(result);
  for (const { pointer, detail } of [...result.missing, ...result.invalid]) say(`${pointer}: ${detail}`);
  for (const hint of textHints(
    fields,
    result.invalid.map(({ pointer }) => pointer),
  ))
    say(hint);
  say(`At most ${credits(result.credits)}.`);
  return exitCodes.done;
};

const callOptions = {
  ...inputOptions,
  'max-credits': { type: 'string' },
  quote: { type: 'string' },
  'idempotency-key': { type: 'string' },
  stream: { type: 'boolean' },
  out: { type: 'string' },
} as const;

export const call: Command = async (args) => {
  const { values, positionals } = parseArgs({ args, options: callOptions, allowPositionals: true });
  const { stream, out, 'max-credits': most } = values;
  if (stream && out !== undefined) throw new UsageError('--stream prints the events, and takes no --out.');
  const [product, ...fields] = withProduct(positionals);
  const client = clientOf(values);
  const input = await readInput(values.input, fields);
  const maxCredits = most === undefined ? undefined : wholeNumber('--max-credits', most);
  const options = { maxCredits, quote: values.quote, idempotencyKey: values['idempotency-key'] };
  if (stream) return streamEvents(client, product, input, options);
  const reply = await client.call(product, input, options);
  const { data, charged, balance, callId } = reply;
  if (out !== undefined) await writeFile(out, data instanceof Uint8Array ? data : textOf(data));
  const shown = data instanceof Uint8Array ? { encoding: 'base64', data: toBase64(data) } : { data };
  printJson({ ...reply, data: undefined, ...(out === undefined ? shown : { out }) });
  const left = balance === null ? '' : ` ${credits(balance)} left.`;
  say(
    charged === null ? `See the receipt of ${callId} for the charge.` : `Charged ${credits(charged)}.${left}`,
  );
  return exitCodes.done;
};

/** One line of JSON for each event, and one for the cost. */
async function streamEvents(client: Farebox, ...given: Parameters<Farebox['stream']>): Promise<number> {
  const stream = await client.stream(...given);
  for await (const event of stream) printText(`${JSON.stringify(event)}\n`);
  const { callId, cost } = stream;
  printText(`${JSON.stringify({ callId, ...cost })}\n`);
  if (cost) say(`Charged ${credits(cost.charged)}.`);
  return exitCodes.done;
}

export const receipt: Command = async (args) => {
  const options = { ...settingOptions, wait: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [callId, ...others] = positionals;
  if (callId === undefined || others.length > 0)
    throw new UsageError('Name one call: farebox receipt CALL_ID');
  const client = clientOf(values);
  const result = await (values.wait ? client.wait(callId) : client.receipt(callId));
  printJson(result);
  const { state, charged, quoted } = result;
  say(state === 'dispatched' ? 'Still running.' : `Charged ${credits(charged)}, quoted ${credits(quoted)}.`);
  return exitCodes.done;
};

export const verify: Command = async (args) => {
  const options = { ...settingOptions, 'receipt-key': { type: 'string', multiple: true } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new UsageError('Name one file: farebox verify receipt.json');
  const read = receiptOfText(await readText(file));
  if (!read.ok) throw new UsageError(`${file === '-' ? 'Standard input' : file} ${read.reason}`);
  const keys = values['receipt-key'] ?? (await clientOf(values).receiptKeys());
  const verification = await verifyReceipt(read.receipt, keys);
  printJson(verification);
  const { ok, differences, signature } = verification;
  for (const { pointer, stated, detail } of differences)
    say(`${pointer} is ${JSON.stringify(stated)}. ${detail}`);
  if (!signature.isValid) say('The signature does not match: the receipt was changed, or never signed.');
  else if (!signature.isTrusted) say(`Signed by another key: ${signature.publicKey}`);
  if (ok) say('The charge and the signature are valid.');
  return ok ? exitCodes.done : exitCodes.refused;
};

export const types: Command = async (args) => {
  const options = { ...settingOptions, out: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length === 0) throw new UsageError('Name products: farebox types SLUG…');
  const client = clientOf(values);
  const products = [];
  for (const slug of positionals) products.push({ slug, playground: await client.playground(slug) });
  const text = productTypes(products);
  if (values.out === undefined) printText(text);
  else await writeFile(values.out, text);
  return exitCodes.done;
};

function withProduct(positionals: string[]): [string, ...string[]] {
  const [product, ...fields] = positionals;
  if (product === undefined) throw new UsageError('Name a product by its slug. farebox search finds it.');
  return [product, ...fields];
}

function wholeNumber(option: string, text: string): number {
  const number = readCredits(text);
  if (typeof number === 'number' && number >= 0) return number;
  throw new UsageError(`${option} takes a whole number, not ${text}.`);
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}
