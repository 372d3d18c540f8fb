import { cpus, totalmem } from 'node:os';

/** The machine of the measurement. Apart from ratios, figures do not apply to others. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}, load generator on the same machine.`;
}
