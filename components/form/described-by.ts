/** Joins ids for `aria-describedby`. */
export function describedBy(...ids: (string | false | undefined)[]): string | undefined {
  const given = ids.filter((id) => typeof id === 'string');
  return given.length === 0 ? undefined : given.join(' ');
}
