export interface Finding {
  what: string;
  measured: string;
  wanted: string;
  /** Whether the target is met; null for figures without a target. */
  kept: boolean | null;
}

/** A ratio with a minimum or maximum. */
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

/** A time with a maximum. */
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
