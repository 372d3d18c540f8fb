import { Work } from '../validation/work.ts';

/** The budget of the values that a sampler tries, without a clock: a schema has the same samples on any machine. */
export class SampleWork extends Work {
  /** A pattern takes a quarter of what it may take at most, which is a multiple of the usual. */
  override spendTime(_milliseconds: number, most: number): void {
    this.spend(Math.ceil(most / 4));
  }

  override hasTime(): boolean {
    return true;
  }
}
