export interface Finding {
  what: string;
  measured: string;
  target: string;
  /** Whether the target is met; null for figures without a target. */
  isMet: boolean | null;
}

/** A ratio with a minimum or maximum. */
export function ratio(
  what: string,
  value: number,
  target: { least: number } | { most: number },
  detail: string,
): Finding {
  const isMet = 'least' in target ? value >= target.least : value <= target.most;
  const bound = 'least' in target ? `≥ ${target.least}×` : `≤ ${target.most}×`;
  return { what, measured: `${value.toFixed(2)}× (${detail})`, target: bound, isMet };
}

/** A time with a maximum. */
export function within(what: string, milliseconds: number, most: number): Finding {
  return {
    what,
    measured: `${milliseconds.toFixed(2)} ms`,
    target: `≤ ${most} ms`,
    isMet: milliseconds <= most,
  };
}

export function findingsTable(findings: Finding[]): string {
  const mark = { true: 'yes', false: '**no**', null: '' };
  const rows = findings.map(
    ({ what, measured, target, isMet }) => `| ${what} | ${measured} | ${target} | ${mark[`${isMet}`]} |`,
  );
  return ['| figure | measured | target | met |', '|---|---|---|---|', ...rows].join('\n');
}
