import { Work } from '../validation/work.ts';

/** The budget for checking candidates. It has no clock, so a schema has the same samples on every machine. */
export class SampleWork extends Work {
  /** A pattern counts as a quarter of its limit, which is a multiple of its usual cost. */
  override spendTime(_milliseconds: number, most: number): void {
    this.spend(Math.ceil(most / 4));
  }

  override hasTime(): boolean {
    return true;
  }
}
