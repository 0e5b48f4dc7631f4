import type { Dependencies } from '../../dependencies.ts';
import { DuckDbError } from '../../platform/duckdb/connections.ts';
import { CatchingUp, type CatchingUpOptions } from './catching-up.ts';
import { type ColumnarCopy, OtherRecord } from './columnar-copy.ts';
import { openCopy, removeUnusedCopies } from './copy-files.ts';
import { hours, minutes } from '@mailcall/contract/time/durations.ts';

/** Milliseconds between the first attempts to build a copy, and between full updates. */
const pause = minutes(1);
/** The pause doubles after each failure up to this, because each attempt reads the whole record. */
const longestPause = hours(1);

export interface KeptCopyOptions extends CatchingUpOptions {
  leastCalls: number;
  lookEvery?: number | undefined;
}

export type CopyState =
  /** Few calls: the record answers every query. */
  | 'unused'
  /** Being built or far behind: the record answers for these accounts. */
  | 'building'
  | 'ready'
  /** Cannot be built or read: the record answers. */
  | 'failed';

type CopyDependencies = Pick<Dependencies, 'database' | 'environment' | 'log'>;

/** The columnar copy of a process: built in the background, updated for each request, rebuilt if wrong. */
export class KeptCopy {
  readonly #dependencies: CopyDependencies;
  readonly #leastCalls: number;
  readonly #catchingUp: CatchingUp;
  #copy: ColumnarCopy | null = null;
  #isUnused = false;
  #isClosing = false;
  #background: Promise<void> | null = null;
  #triedAt = performance.now();
  readonly #firstPause: number;
  #retryPause: number;
  #refreshedAt = performance.now();
  readonly #looks: NodeJS.Timeout;
  #looking: Promise<void> | null = null;

  constructor(dependencies: CopyDependencies, options: KeptCopyOptions) {
    this.#dependencies = dependencies;
    this.#leastCalls = options.leastCalls;
    this.#firstPause = options.lookEvery ?? pause;
    this.#retryPause = this.#firstPause;
    this.#catchingUp = new CatchingUp(dependencies.database, options, {
      farBehind: (copy) => this.#inBackground(() => this.#catchUpWithAll(copy)),
      failed: (error) => this.fail(error),
    });
    this.#inBackground(() => this.#buildIfUsed());
    this.#looks = setInterval(() => this.#look(), options.lookEvery ?? pause).unref();
  }

  get state(): CopyState {
    if (this.#isUnused) return 'unused';
    if (this.#background) return 'building';
    return this.#copy ? 'ready' : 'failed';
  }

  /** Null unless the copy is current and has enough calls of the accounts. */
  async of(accountIds: readonly string[]): Promise<ColumnarCopy | null> {
    const copy = this.#copy;
    if (!copy) {
      this.#retry();
      return null;
    }
    if (copy.hasAll(accountIds) && copy.callsOf(accountIds) < this.#leastCalls) {
      this.#refresh(copy);
      return null;
    }
    const mayWait = () => !this.#background && this.#copy === copy;
    if (!(await this.#catchingUp.isCurrent(copy, accountIds, mayWait))) return null;
    return copy.callsOf(accountIds) < this.#leastCalls ? null : copy;
  }

  /** Rebuilds the copy, unless only the query is wrong. */
  fail(error: unknown): void {
    if (this.#isClosing) return;
    // deleted rows need no operator
    if (!(error instanceof OtherRecord))
      this.#dependencies.log.error({ err: error }, 'the columnar copy did not answer a query');
    if (isBroken(error)) this.#inBackground(() => this.#build({ anew: true }));
  }

  async settled(): Promise<void> {
    while (this.#background || this.#catchingUp.isUnderWay)
      await (this.#background ?? this.#catchingUp.ended());
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#catchingUp.close();
    clearInterval(this.#looks);
    await this.#looking;
    await this.settled();
    await this.#copy?.close();
    this.#copy = null;
  }

  #retry(): void {
    if (performance.now() - this.#triedAt >= this.#retryPause) this.#inBackground(() => this.#buildIfUsed());
  }

  /** Updates all accounts, because small ones may have many calls by now. */
  #refresh(copy: ColumnarCopy): void {
    if (this.#background || this.#catchingUp.isUnderWay || performance.now() - this.#refreshedAt < pause)
      return;
    this.#refreshedAt = performance.now();
    this.#catchingUp.catchUp(copy, 'all').catch((error: unknown) => this.fail(error));
  }

  /** Rebuilds the copy after deleted rows or a failure, and removes files of ended processes. */
  #look(): void {
    if (this.#background || this.#looking || this.#isUnused) return;
    if (!this.#copy) {
      this.#retry();
      return;
    }
    this.#looking = this.#compareEpochs()
      .catch((error: unknown) => {
        this.#dependencies.log.debug({ err: error }, 'the columnar copy was not compared with the record');
      })
      .finally(() => {
        this.#looking = null;
      });
  }

  async #compareEpochs(): Promise<void> {
    const copy = this.#copy;
    const before = copy?.positions();
    const position = await this.#catchingUp.position('all');
    if (copy && before && copy === this.#copy && !copy.hasEveryRow(position, before))
      this.fail(new OtherRecord('Rows were deleted.'));
    if (!this.#isClosing) await removeUnusedCopies(this.#dependencies);
  }

  async #buildIfUsed(): Promise<void> {
    const [row] = await this.#catchingUp.runInRecord<{ calls: number }>(
      'select cast(count(*) as integer) as calls from (select 1 from calls limit $1) as found',
      [this.#leastCalls],
    );
    this.#isUnused = row !== undefined && row.calls < this.#leastCalls;
    await (this.#isUnused ? removeUnusedCopies(this.#dependencies) : this.#build({ anew: false }));
  }

  async #build(options: { anew: boolean }): Promise<void> {
    const { environment, log } = this.#dependencies;
    const started = performance.now();
    await this.#catchingUp.ended();
    const previous = this.#copy;
    this.#copy = null;
    await previous?.close();
    const { origin } = await this.#catchingUp.position([]);
    const copy = await openCopy(environment, origin, options);
    const isNew = copy.positions().size === 0;
    await this.#fill(copy);
    if (isNew) {
      // DuckDB compares runs of equal accounts at once, but only of rows that another opening of the file has written
      this.#copy = null;
      await copy.close();
      await this.#fill(await openCopy(environment, origin, { anew: false }));
    }
    this.#retryPause = this.#firstPause;
    const milliseconds = Math.round(performance.now() - started);
    log.debug({ milliseconds }, 'the columnar copy of the calls is ready');
  }

  /** Accounts in its file can be queried meanwhile. Closes the copy after a failure. */
  async #fill(copy: ColumnarCopy): Promise<void> {
    try {
      this.#copy = copy;
      await this.#catchUpWithAll(copy);
    } catch (error) {
      this.#copy = null;
      await copy.close();
      throw error;
    }
  }

  async #catchUpWithAll(copy: ColumnarCopy): Promise<void> {
    await this.#catchingUp.catchUpWithAll(copy);
    this.#refreshedAt = performance.now();
  }

  /** Runs one task at a time; rebuilds a file that belongs to another record. */
  #inBackground(work: () => Promise<void>): void {
    if (this.#background || this.#isClosing) return;
    this.#triedAt = performance.now();
    this.#background = work()
      .catch((error: unknown) => {
        if (!isBroken(error)) throw error;
        return this.#build({ anew: true });
      })
      .catch((error: unknown) => {
        if (this.#isClosing) return;
        this.#retryPause = Math.min(2 * this.#retryPause, longestPause);
        this.#dependencies.log.error({ err: error }, 'the columnar copy of the calls could not be built');
      })
      .finally(() => {
        this.#background = null;
      });
  }
}

const brokenKinds: ReadonlySet<string> = new Set(['IO', 'FATAL', 'INTERNAL', 'Serialization']);

const isBroken = (error: unknown): boolean =>
  error instanceof OtherRecord || (error instanceof DuckDbError && brokenKinds.has(error.kind));
