import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type Taker, takeTurn, WaitingLine } from '../limits/waiting-line.ts';

interface Cost {
  /** The logarithm of the number of rounds. */
  ln: number;
  r: number;
  p: number;
}

/** 128 MiB and a third of a second: what OWASP recommends for scrypt. */
const cost: Cost = { ln: 17, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** What a hash from elsewhere has at least, and takes at most. */
const leastHashBytes = 16;
const mostMemoryBytes = 1024 ** 3;

/** Each takes 128 MiB, and a thread of four that also read files. The last one of a full line waits ten seconds. */
const room = { mostUnderWay: 2, mostWaiting: 64 };
/** Networks take turns, and none has more than one place: whoever tries many passwords delays only their own network. */
const line = new WaitingLine(room, () => true);

const phc = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash of a password with its salt and parameters, in the PHC format. */
export async function hashPassword(password: string, from: Taker): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phcText(cost, salt, await atTurn(from, () => derive(password, salt, cost, hashBytes)));
}

/** A password that nobody has. Verifying it takes as long as any other. */
const nobodys = phcText(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

/** Whether it is the password. Without a hash it takes as long, and is not. */
export async function isPassword(password: string, hash: string | null, from: Taker): Promise<boolean> {
  const parts = parsePhc(hash ?? nobodys);
  if (!parts) return false;
  const { salt, cost: given } = parts;
  const derived = await atTurn(from, () => derive(password, salt, given, parts.hash.length));
  return timingSafeEqual(derived, parts.hash) && hash !== null;
}

/** Whether a text is a hash that `isPassword` understands, as hard to guess as those that the portal makes. */
export function isPasswordHash(text: string): boolean {
  const parts = parsePhc(text);
  if (!parts || parts.hash.length < leastHashBytes) return false;
  return memoryBytes(parts.cost) <= mostMemoryBytes && rounds(parts.cost) >= rounds(cost);
}

function parsePhc(text: string): { cost: Cost; salt: Buffer; hash: Buffer } | undefined {
  const [, ln, r, p, salt, hash] = phc.exec(text) ?? [];
  if (ln === undefined || salt === undefined || hash === undefined) return undefined;
  const given = { ln: Number(ln), r: Number(r), p: Number(p) };
  // More would take minutes and gigabytes.
  if (given.ln < 1 || given.ln > 20 || given.r < 1 || given.p < 1) return undefined;
  return { cost: given, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

function phcText({ ln, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
}

/** Does the work on a password at the turn of its network. Whoever is gone by then gets none. */
export async function atTurn<Result>(from: Taker, work: () => Promise<Result>): Promise<Result> {
  const leave = await takeTurn(line, from, 'Too many people are signing in at this moment.');
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Off the main thread. The same text typed on different keyboards is the same password. */
function derive(password: string, salt: Buffer, { ln, r, p }: Cost, bytes: number): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 * memoryBytes({ ln, r, p }) };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** What a guess costs. OWASP has equal ones with less memory. */
function rounds({ ln, r, p }: Cost): number {
  return 2 ** ln * r * p;
}

function memoryBytes({ ln, r }: Cost): number {
  return 128 * 2 ** ln * r;
}
