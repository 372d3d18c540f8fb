import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../lib/problem/problem.ts';
import { type CompiledVersion, compileVersion, versionBytes } from '../products/compiled-version.ts';
import { type InputOrder, type InputReport, doInputTask, transferables } from './input-work.ts';

/** The memory for compiled versions. Few versions have large inputs. */
const keptBytes = 64 * 1024 * 1024;

const versions = new LRUCache<string, CompiledVersion>({
  maxSize: keptBytes,
  sizeCalculation: versionBytes,
});

parentPort?.on('message', (order: InputOrder) => {
  const report = reportOn(order);
  const handedOver = typeof report === 'object' && 'result' in report ? transferables(report.result) : [];
  parentPort?.postMessage(report, handedOver);
});
parentPort?.postMessage('ready' satisfies InputReport);

function reportOn({ task, version, input }: InputOrder): InputReport {
  try {
    return { result: doInputTask(task, compiled(version), { ...input, bytes: Buffer.from(input.bytes) }) };
  } catch (error) {
    if (!(error instanceof Problem)) return { failure: String(error instanceof Error ? error.stack : error) };
    const { code, detail, errors, headers, members } = error;
    return { problem: { code, detail, errors, headers, members } };
  }
}

function compiled(version: InputOrder['version']): CompiledVersion {
  const known = versions.get(version.hash);
  if (known) return known;
  const made = compileVersion(version);
  versions.set(version.hash, made);
  return made;
}
