/** What a new version of a product is decided on. */
export interface PlanFacts {
  /** The version that is in force, and the one that would follow it. */
  current: number;
  next: number;
  /** Whether the product was ever online: nobody pays the price of one that was not. */
  wasOnline: boolean;
  /** Whether a call can cost more by the next version than by the current one: `false` is proved. */
  mayCostMore: () => boolean;
  /** The version that is announced or waits for approval, if there is one. */
  pending: { versionKey: number } | undefined;
  /** A file says the whole product each time; the console only what somebody changes. */
  isOfFile: boolean;
  /** When it is to be in force; undefined for as soon as it may. */
  wishedMs: number | undefined;
  nowMs: number;
}

/** What the portal asks of a version that may cost more. */
export interface PriceRule {
  noticeMs: number;
  /** Whether another person has to approve what is planned. */
  needsSecond: boolean;
}

export type PlanDecision =
  /** It is in force now. What was planned instead is withdrawn. */
  | { kind: 'now' }
  /** The versions stay as they are. */
  | { kind: 'same' }
  /** It follows at a moment, once it is approved if it waits. What was planned instead is replaced. */
  | { kind: 'planned'; effectiveMs: number; waits: boolean }
  /** Another version is planned already. */
  | { kind: 'other-planned' }
  /** It may cost more, and is wished before its notice has passed. */
  | { kind: 'too-early'; earliestMs: number };

/**
 * Says when a version of a product is in force, for every door. What provably costs no more may be at once; all else is
 * announced for as long as the rule says.
 */
export function decidePlan(facts: PlanFacts, rule: PriceRule): PlanDecision {
  const { current, next, pending, isOfFile, wishedMs, nowMs } = facts;
  if (next === current) return pending && isOfFile ? { kind: 'now' } : { kind: 'same' };
  if (pending?.versionKey === next)
    return wishedMs === undefined ? { kind: 'same' } : { kind: 'other-planned' };
  if (pending && !isOfFile) return { kind: 'other-planned' };
  const isRise = asks(rule) && facts.wasOnline && facts.mayCostMore();
  const earliest = earliestMs(isRise, rule, nowMs);
  const waits = rule.needsSecond && (isRise || (wishedMs !== undefined && wishedMs > nowMs));
  if (wishedMs !== undefined && isRise && wishedMs < earliest)
    return { kind: 'too-early', earliestMs: earliest };
  const effectiveMs = Math.max(wishedMs ?? earliest, nowMs);
  return effectiveMs <= nowMs && !waits ? { kind: 'now' } : { kind: 'planned', effectiveMs, waits };
}

/** A price is compared only where that decides something. */
function asks({ noticeMs, needsSecond }: PriceRule): boolean {
  return noticeMs > 0 || needsSecond;
}

/** When a planned version may be in force at the earliest that is announced at this moment. */
export function earliestMs(mayCostMore: boolean, rule: PriceRule, nowMs: number): number {
  return mayCostMore ? nowMs + rule.noticeMs : nowMs;
}
