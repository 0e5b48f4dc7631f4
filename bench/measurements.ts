import { OperatorProblem } from '../server/platform/operator-problem.ts';

/** Everything that the bench measures, by the names that choose it on the command line. */
const measurements = [
  'Queries',
  'Export',
  'Overview',
  'All Calls',
  'Front Desk',
  'Campaigns screen',
  'Campaigns by rate',
  'Campaigns drawer',
] as const;
export type Measurement = (typeof measurements)[number];

/** Which measurements a run takes, and which of them it has taken. */
export class ChosenMeasurements {
  readonly #chosen: readonly Measurement[];
  readonly #taken = new Set<Measurement>();

  /**
   * Chooses by the words after the command: everything without any, else what begins with them.
   * @throws {OperatorProblem} naming the measurements when none begins so.
   */
  constructor(words: readonly string[]) {
    const wanted = words.join(' ').toLowerCase();
    this.#chosen = measurements.filter((name) => name.toLowerCase().startsWith(wanted));
    if (this.#chosen.length === 0) {
      throw new OperatorProblem(
        `There is no measurement "${words.join(' ')}". Choose one of: ${measurements.join(', ')}.`,
      );
    }
  }

  includes(name: Measurement): boolean {
    return this.#chosen.includes(name);
  }

  /** Notes that a measurement was taken. */
  add(name: Measurement): void {
    this.#taken.add(name);
  }

  /** What was chosen and is not measured yet. */
  get missing(): readonly Measurement[] {
    return this.#chosen.filter((name) => !this.#taken.has(name));
  }

  /**
   * Ends the run.
   * @throws {Error} naming what was chosen and not measured.
   */
  requireAll(): void {
    if (this.missing.length > 0) throw new Error(`Not measured: ${this.missing.join(', ')}.`);
  }
}
