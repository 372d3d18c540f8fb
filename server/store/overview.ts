export interface DayUse {
  calls: number;
  credits: number;
  /** Accounts that made calls. */
  accounts: number;
}

export interface MoneyRow {
  /** Of the portal's own purses. */
  issued: number;
  earned: number;
  held: number;
}

export interface PaceRow {
  account: { id: string; name: string };
  available: number;
  perDay: number;
}

/** Sums for the first page of the console, from purses and daily use. */
export interface OverviewReads {
  money(): Promise<MoneyRow>;
  useOf(day: string): Promise<DayUse>;
  /** Accounts that have less than so many times what they spent on a day. The poorest come first. */
  runningOut(day: string, days: number, most: number): Promise<PaceRow[]>;
}
