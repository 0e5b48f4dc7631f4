import { OperatorProblem } from '../server/platform/operator-problem.ts';

/** All measurements, by the names that select them on the command line. */
const measurements = [
  'Queries',
  'Map shapes',
  'Audit',
  'Households',
  'Ingest',
  'Overview',
  'All Calls',
  'Front Desk',
  'Campaigns screen',
  'Campaigns by rate',
  'Campaigns drawer',
  'Campaigns story',
] as const;
export type Measurement = (typeof measurements)[number];

/** The measurements that a run was asked for, and those it has taken. */
export class ChosenMeasurements {
  readonly #chosen: readonly Measurement[];
  readonly #taken = new Set<Measurement>();

  /**
   * Selects measurements by the words of the command line: those that begin with them, or all without words.
   * @throws {OperatorProblem} with the list of measurements when none matches.
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

  /** Records that a measurement was taken. */
  add(name: Measurement): void {
    this.#taken.add(name);
  }

  /** The selected measurements that are not taken yet. */
  get missing(): readonly Measurement[] {
    return this.#chosen.filter((name) => !this.#taken.has(name));
  }

  /**
   * Checks that the run is complete.
   * @throws {Error} with the selected measurements that were not taken.
   */
  requireAll(): void {
    if (this.missing.length > 0) throw new Error(`Not measured: ${this.missing.join(', ')}.`);
  }
}
