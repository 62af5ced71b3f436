/**
 * The choices that are open where a value is made: which branch of a union it takes. Turn by turn every combination comes,
 * beginning with the first branch of each.
 */
export class Choices {
  /** Number of combinations, as far as they were asked for. */
  combinations = 1;
  private left: number;

  constructor(turn: number) {
    this.left = turn;
  }

  /** The index of the branch to take. */
  take(count: number): number {
    const index = this.left % count;
    this.left = Math.floor(this.left / count);
    this.combinations = Math.min(this.combinations * count, 1_000_000);
    return index;
  }
}
