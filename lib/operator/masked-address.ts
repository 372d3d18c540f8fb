/** An address that only says who is meant to those who know it: `a…@example.com`. */
export function maskedAddress(address: string): string {
  return address.replace(/^(.).*(?=@)/, '$1…');
}
