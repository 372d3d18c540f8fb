export interface Finding {
  what: string;
  measured: string;
  wanted: string;
  /** Whether what was measured is what is wanted; null where a figure is only said. */
  kept: boolean | null;
}

/** A ratio that must be at least, or at most, so much. */
export function ratio(
  what: string,
  value: number,
  wanted: { least: number } | { most: number },
  detail: string,
): Finding {
  const kept = 'least' in wanted ? value >= wanted.least : value <= wanted.most;
  const bound = 'least' in wanted ? `≥ ${wanted.least}×` : `≤ ${wanted.most}×`;
  return { what, measured: `${value.toFixed(2)}× (${detail})`, wanted: bound, kept };
}

/** A time that must be at most so long. */
export function within(what: string, milliseconds: number, most: number): Finding {
  return {
    what,
    measured: `${milliseconds.toFixed(2)} ms`,
    wanted: `≤ ${most} ms`,
    kept: milliseconds <= most,
  };
}

export function findingsTable(findings: Finding[]): string {
  const mark = { true: 'yes', false: '**no**', null: '' };
  const rows = findings.map(
    ({ what, measured, wanted, kept }) => `| ${what} | ${measured} | ${wanted} | ${mark[`${kept}`]} |`,
  );
  return ['| what | measured | wanted | kept |', '|---|---|---|---|', ...rows].join('\n');
}
