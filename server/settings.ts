import { allowanceWords } from '../lib/ledger/allowance.ts';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseMailAddress } from '../lib/account/mail-address.ts';
import { type EgressAllow, parseEgressAllow, parseEgressFence, usualFence } from './gateway/egress-allow.ts';
import { parseTrustedProxies, parseSecrets } from './portal/parse-secrets.ts';
import { parseMailSender, parseSmtpUrl } from './mail/mail-settings.ts';
import { parseIssuerNames } from './people/proofs/oidc.ts';
import { isPasswordHash } from './people/password-hash.ts';
import { onOff, oneOf, optional, parsed, type Setting, setting, whole } from './setting.ts';

// Every setting, said once. `env.ts` reads them, the console shows them, and `npm run docs` writes docs/settings.md and
// .env.example. The texts are Markdown; links are seen from docs/.

const databaseAddress = z
  .string()
  .refine(
    (text) => /^postgres(?:ql)?:\/\/[^/]+\/./.test(text) && URL.canParse(text),
    'must be a PostgreSQL address such as postgres://user:password@host:5432/farebox; without it the data is kept in FAREBOX_DATA',
  );

/** Whether a text may be the value of DATABASE_URL. */
export function isDatabaseAddress(text: string): boolean {
  return databaseAddress.safeParse(text).success;
}

const publicAddress = 'must be an http or https address without a query';

/** Addresses besides the public internet. */
function allowList(given: Pick<Setting, 'name' | 'words' | 'more' | 'example'>): Setting<EgressAllow> {
  const parse = (text: string) => {
    const allow = parseEgressAllow(text, given.name);
    if (typeof allow !== 'string') return allow;
    return `must list hosts, addresses and networks, each with an optional port; ${JSON.stringify(allow)} is not one of these`;
  };
  return setting({ ...given, schema: parsed(parse), default: '' });
}

const address = {
  url: optional({
    name: 'FAREBOX_URL',
    schema: z
      .url({ protocol: /^https?$/, error: publicAddress })
      .refine((url) => !/[?#]/.test(url), publicAddress)
      .transform((url) => url.replace(/\/+$/, '')),
    default: '`http://HOST:PORT`',
    words: 'The public address, for links and the API document',
    more: 'On this machine it is `localhost`, where passkeys work. If it is https, cookie names begin with `__Host-`, so people who signed in before must sign in again.',
    example: 'https://apis.example.com',
  }),
  host: setting({
    name: 'HOST',
    schema: z.string(),
    default: '127.0.0.1',
    words: 'The address to listen on',
    more: '127.0.0.1 is reached from this machine only, 0.0.0.0 from all its networks.',
  }),
  port: setting({ name: 'PORT', schema: whole(1, 65_535), default: '3000', words: 'The port of the portal' }),
  trustedProxies: setting({
    name: 'FAREBOX_TRUSTED_PROXIES',
    schema: parsed(
      (text) =>
        parseTrustedProxies(text) ??
        'must be IP addresses, networks such as 10.0.0.0/8, or loopback, separated by commas',
    ),
    default: '',
    words: 'Proxies in front of the portal, whose `X-Forwarded-For` is trusted',
    more: 'Addresses, networks such as 10.0.0.0/8, or the word `loopback`, separated by commas. Behind other proxies, all callers look the same.',
    example: 'loopback',
  }),
  processes: setting({
    name: 'FAREBOX_PROCESSES',
    schema: whole(1, 256),
    default: '1',
    words: 'The number of portals on the port',
    more: 'More than one needs a PostgreSQL database.',
    example: '4',
  }),
  toolboxPort: setting({
    name: 'FAREBOX_TOOLBOX_PORT',
    schema: whole(0, 65_535),
    default: '0',
    words: 'The loopback port of the toolbox, the service of the shipped catalogue',
    more: '0 is any free port.',
  }),
  openMetrics: setting({
    name: 'FAREBOX_METRICS',
    schema: oneOf('key', 'open').transform((choice) => choice === 'open'),
    default: 'key',
    words: 'Access to `/metrics`',
    more: '`key` requires the API key of an operator. `open` requires nothing, for portals whose `/metrics` only the monitoring can reach.',
  }),
};

const data = {
  dataFolder: setting({
    name: 'FAREBOX_DATA',
    schema: z.string().transform((folder) => resolve(folder)),
    default: './data',
    words: 'The folder of the database and the secret',
    more: 'Back it up.',
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    schema: databaseAddress,
    default: 'none: SQLite in `FAREBOX_DATA`',
    words: 'A PostgreSQL database (15 or later) in place of the file in `FAREBOX_DATA`',
    more: 'Any number of portals may share it; they need the same `FAREBOX_SECRET`. See [docs/scale.md](scale.md).',
    example: 'postgres://user:password@localhost:5432/farebox',
    isSecret: true,
  }),
  updateBackup: setting({
    name: 'FAREBOX_UPDATE_BACKUP',
    schema: onOff,
    default: 'on',
    words: 'A backup before a new version changes the data: `on` or `off`',
    more: 'Where it cannot be made, the portal does not start. With `off`, make one yourself first.',
  }),
  retentionDays: setting({
    name: 'FAREBOX_RETENTION_DAYS',
    schema: whole(0, 36_500),
    default: '30',
    words: 'Days for which the inputs of calls are stored for their owners, at most one for free calls',
    more: 'Files are never stored; receipts always are.',
  }),
};

/** It is not among the others, because only `givenSecrets` may read it. */
export const secretSetting = optional({
  name: 'FAREBOX_SECRET',
  schema: parsed(parseSecrets),
  default: 'a random one, which the first start writes into the data folder',
  words: 'Signs quotes, cookies and receipts, and encrypts stored secrets',
  more: 'At least 32 characters. It is required with `DATABASE_URL`, the same for all portals. It is a list, separated by commas, while it is [changed](operation.md).',
  example: '',
  isSecret: true,
});

/** The credentials of upstreams, which are read while the portal runs. */
const upstreamSecret = optional({
  name: 'FAREBOX_SECRET_NAME',
  schema: z.string(),
  default: 'none',
  words: 'The credential `NAME` of the templates of products, such as `FAREBOX_SECRET_STRIPE_KEY`',
  more: 'It is read on first use and again every half minute. For HTTP basic authentication: `user:password`. It wins over one that was set in the console.',
  example: '',
  isSecret: true,
});

const people = {
  guests: setting({
    name: 'FAREBOX_GUESTS',
    schema: onOff,
    default: 'on',
    words: 'Calls without an API key: `on` or `off`',
  }),
  guestCredits: setting({
    name: 'FAREBOX_GUEST_CREDITS',
    schema: whole(0, 1_000_000_000),
    default: '1000',
    words: `Credits for all guests of a network, ${allowanceWords.each}`,
    more: 'A network is an IPv4 address, or the /64 of an IPv6 address.',
  }),
  creditsUrl: optional({
    name: 'FAREBOX_CREDITS_URL',
    schema: z.url({ protocol: /^https$/, error: 'must be an https address' }),
    default: 'none: people ask the operator',
    words: 'Where credits are bought',
    more: 'An https address, which refusals for missing credits name, and pages link.',
    example: 'https://shop.example.com/credits',
  }),
  registration: setting({
    name: 'FAREBOX_REGISTRATION',
    schema: oneOf('closed', 'invitation', 'open'),
    default: 'invitation',
    words: 'Who can join the portal',
    more: '`closed`: people invited by an operator or on the command line. `invitation`: also people invited by owners and admins of accounts. `open`: everyone who verifies an email address. Without a mail server, an operator passes on the links to register.',
  }),
  registrationCredits: setting({
    name: 'FAREBOX_REGISTRATION_CREDITS',
    schema: whole(0, 1_000_000_000),
    default: '0',
    words: 'Credits of an account whose owner registered',
  }),
  rateLimit: setting({
    name: 'FAREBOX_RATE_LIMIT',
    schema: whole(0, 1_000_000),
    default: '600',
    words: 'Calls per minute for each caller and each network; 0 for no limit',
    more: 'As many requests for tokens of agents are allowed, ten times as many reads, of which a page counts as five, and 256 KiB of bodies for each call, at least 128 MiB.',
  }),
  issuers: setting({
    name: 'FAREBOX_OIDC',
    schema: parsed(parseIssuerNames),
    default: '',
    words: 'Where else people can sign in (OpenID Connect)',
    more: 'Short names of letters and digits, separated by commas. Each has an issuer, a client and its secret, and may have a label for its button: see [docs/operation.md](operation.md#sign-in-elsewhere).',
    example: 'acme',
    withIt: [
      'FAREBOX_OIDC_ACME_ISSUER=https://login.acme.example',
      'FAREBOX_OIDC_ACME_CLIENT_ID=farebox',
      'FAREBOX_OIDC_ACME_CLIENT_SECRET=',
      'FAREBOX_OIDC_ACME_CLIENT_SECRET_FILE=/run/secrets/acme',
      'FAREBOX_OIDC_ACME_LABEL=Acme',
    ],
  }),
  operatorEmail: optional({
    name: 'FAREBOX_OPERATOR_EMAIL',
    schema: parsed((text) => parseMailAddress(text) ?? 'must be an email address such as ada@example.com'),
    default: 'none: the portal prints a link to sign up',
    words: 'The address of the first operator, who is created at a start without one',
    example: 'ada@example.com',
  }),
  operatorPasswordHash: optional({
    name: 'FAREBOX_OPERATOR_PASSWORD_HASH',
    schema: z
      .string()
      .refine(
        isPasswordHash,
        'is not the hash of a password, or can be guessed too fast. Run "npm run -s farebox -- password-hash", which prints one such as $scrypt$ln=17,r=8,p=1$…',
      ),
    default: 'none; required with `FAREBOX_OPERATOR_EMAIL`',
    words: 'The hash of their password, which `npm run -s farebox -- password-hash` prints',
    example: '',
    isSecret: true,
  }),
};

const prices = {
  priceNoticeDays: setting({
    name: 'FAREBOX_PRICE_NOTICE_DAYS',
    schema: whole(0, 3_650),
    default: '14',
    words: 'Days between the announcement of a version that may cost more and its moment; 0 for none',
    more: 'What provably costs no more for any input can be in force at once. It holds for files, the console and programs alike. Of portals that share a database, the one that started last says it.',
  }),
  priceApproval: setting({
    name: 'FAREBOX_PRICE_APPROVAL',
    schema: oneOf('off', 'second-person'),
    default: 'off',
    words: 'Who approves a planned version: `off` for nobody',
    more: '`second-person`: another person than who planned it. The notice runs from then.',
    example: 'second-person',
  }),
};

const outside = {
  egressAllow: allowList({
    name: 'FAREBOX_EGRESS_ALLOW',
    words: 'Addresses besides the public internet that calls may reach',
    more: 'Hosts, addresses and networks separated by commas, each with an optional port. Calls may always reach the toolbox.',
    example: 'api.internal:8080, 10.1.2.3, 10.20.0.0/16, [fd00::7]:8443',
  }),
  egressFence: setting({
    name: 'FAREBOX_EGRESS_OWNERS',
    words: 'Private networks of which owners can allow addresses in the console, one by one',
    more: 'Networks and addresses separated by commas, or `none`. This machine, link-local addresses and the metadata of clouds are only in it if they are listed, the latter each by itself.',
    schema: parsed(parseEgressFence),
    default: usualFence,
    example: '10.20.0.0/16, 192.168.7.9',
  }),
  fileAllow: allowList({
    name: 'FAREBOX_FILE_ALLOW',
    words: 'Addresses besides the public internet from which files of inputs are fetched',
    more: 'Callers name files by their address. Only these hosts may be reached over `http:`.',
    example: 'files.internal:8080',
  }),
  webhookAllow: allowList({
    name: 'FAREBOX_WEBHOOK_ALLOW',
    words: 'Addresses besides the public internet that webhooks may call',
    more: 'The metadata of agents may be there, too. Others choose these addresses.',
    example: 'hooks.internal:8080',
  }),
  smtp: optional({
    name: 'FAREBOX_SMTP_URL',
    schema: parsed(parseSmtpUrl),
    default: 'none: mails are only files in `FAREBOX_DATA/outbox`',
    words: 'The server that sends the emails of the portal',
    more: 'With `smtps://`, TLS begins with the first byte. Special characters of the password are written as in a URL, such as %40 for @. Except on this machine, a password is only sent over TLS.',
    example: 'smtp://user:password@mail.example.com:587',
    isSecret: true,
  }),
  mailSender: optional({
    name: 'FAREBOX_MAIL_FROM',
    schema: parsed(
      (text) =>
        parseMailSender(text) ??
        'must be a mail address, or a name and an address such as Farebox <farebox@example.com>',
    ),
    default: 'none; required with `FAREBOX_SMTP_URL`',
    words: 'The sender of emails. A name in it wins over that of the portal in the console',
    example: 'Farebox <farebox@example.com>',
  }),
};

/** By the names that the code has for them. */
export const settings = { ...address, ...data, ...people, ...prices, ...outside };

/** As documents list them. */
export const settingGroups: Record<string, readonly Setting[]> = {
  'Address and processes': Object.values(address),
  'Data and secrets': [...Object.values(data), secretSetting, upstreamSecret],
  'Callers and people': Object.values(people),
  Prices: Object.values(prices),
  'Upstreams, webhooks and mail': Object.values(outside),
};
