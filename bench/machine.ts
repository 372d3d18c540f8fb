import { cpus, totalmem } from 'node:os';

/** Where the figures were seen: they mean little anywhere else, all but the ratios. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}, load generator on the same machine.`;
}
