import { OperatorProblem } from '../server/platform/operator-problem.ts';

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

export class ChosenMeasurements {
  readonly #chosen: readonly Measurement[];
  readonly #taken = new Set<Measurement>();

  /** Without words, all measurements; otherwise those that begin with a word. Throws OperatorProblem if none matches. */
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

  add(name: Measurement): void {
    this.#taken.add(name);
  }

  get missing(): readonly Measurement[] {
    return this.#chosen.filter((name) => !this.#taken.has(name));
  }

  requireAll(): void {
    if (this.missing.length > 0) throw new Error(`Not measured: ${this.missing.join(', ')}.`);
  }
}
