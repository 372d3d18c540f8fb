/** Page numbers to link: first, last, and three around the current one. Null is a gap. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const middle = Math.min(Math.max(page, 2), last - 1);
  const shown = [1, middle - 1, middle, middle + 1, last].filter((one) => one >= 1 && one <= last);
  const numbers = [...new Set(shown)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const missing = number - (numbers[index - 1] ?? number) - 1;
    if (missing <= 0) return [number];
    // A gap of one page is replaced by its number.
    return missing === 1 ? [number - 1, number] : [null, number];
  });
}
