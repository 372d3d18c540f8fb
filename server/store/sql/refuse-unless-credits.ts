/** Credits of a hold or charge are non-negative integers. */
export function refuseUnlessCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0)
    throw new Error(`${credits} is not a number of credits: it must be whole, and not below 0.`);
}
