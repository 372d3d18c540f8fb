import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fidelity, totalFidelity } from '../lib/import/fidelity.ts';
import { importDocument } from '../lib/import/import-document.ts';
import { bigDocument } from '../tests/setup/big-document.ts';
import type { Finding } from './findings.ts';

/** The share of form texts and values in a document that the form must show. */
const leastShare = 0.95;

/**
 * Measures how many descriptions, examples, enum meanings, defaults and deprecations of documents the forms show: of
 * the shipped documents, of a large generated one, and of a folder.
 */
export function measureFidelity(folder: string | undefined): Finding[] {
  const documents: [string, string][] = [
    ...documentsIn('catalogue/openapi'),
    ['a document of 300 operations', JSON.stringify(bigDocument())],
    ...(folder === undefined ? [] : documentsIn(folder)),
  ];
  const all = documents.flatMap(([name, text]) => {
    const result = importDocument(text, { counts: true });
    if (!result.ok) return [];
    return [{ name, fidelity: totalFidelity(result.operations.flatMap((one) => one.fidelity ?? [])) }];
  });
  return [
    ...all,
    { name: `all ${all.length} documents`, fidelity: totalFidelity(all.map((one) => one.fidelity)) },
  ].map(finding);
}

function documentsIn(folder: string): [string, string][] {
  return readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/i.test(name))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

function finding({ name, fidelity }: { name: string; fidelity: Fidelity }): Finding {
  const kinds: [string, Fidelity[keyof Fidelity]][] = [
    ['descriptions', fidelity.descriptions],
    ['examples', fidelity.examples],
    ['meanings of values', fidelity.enumMeanings],
    ['defaults', fidelity.defaults],
    ['deprecations', fidelity.deprecations],
  ];
  const given = kinds.reduce((sum, [, share]) => sum + share.given, 0);
  const kept = kinds.reduce((sum, [, share]) => sum + share.kept, 0);
  const parts = kinds
    .filter(([, share]) => share.given > 0)
    .map(([kind, share]) => `${kind} ${percent(share.kept, share.given)}`);
  return {
    what: `Form texts and values of ${name} that the form shows`,
    measured: `${percent(kept, given)} of ${given}: ${parts.join(', ')}`,
    target: `≥ ${leastShare * 100} %`,
    isMet: given === 0 || kept / given >= leastShare,
  };
}

function percent(kept: number, given: number): string {
  return given === 0 ? '100 %' : `${((kept / given) * 100).toFixed(1)} %`;
}
