import { Refusal } from './refusal.ts';

/** Longer than a slow download into a pipe takes; whoever waits for a pipe that says nothing is told. */
const mostSeconds = 300;

interface Bounds {
  mostBytes: number;
  /** What is said of more bytes than that. */
  tooLarge: string;
  seconds?: number;
}

/** All of standard input, or a refusal: a pipe may bring bytes for ever, and another none at all. */
export async function readStandardInput(
  { mostBytes, tooLarge, seconds = mostSeconds }: Bounds,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<Buffer> {
  const late = new Refusal(`Standard input did not end within ${seconds} seconds.`);
  const timer = setTimeout(() => input.emit('error', late), seconds * 1_000);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > mostBytes) throw new Refusal(tooLarge);
      chunks.push(bytes);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
