import type { Dependencies } from '../../dependencies.ts';
import { DuckDbError } from '../../platform/duckdb/connections.ts';
import { CatchingUp, type CatchingUpOptions } from './catching-up.ts';
import { type ColumnarCopy, OtherRecord } from './columnar-copy.ts';
import { openCopy, removeUnusedCopies } from './copy-files.ts';

/** Milliseconds between two attempts to build a copy at first, and between two times that all of it is caught up. */
const pause = 60_000;
/** Between attempts that fail, the pause doubles up to so many: each reads the whole record. */
const longestPause = 60 * 60_000;

/** How a copy is kept. */
export interface KeptCopyOptions extends CatchingUpOptions {
  /** Calls of a scope from which on the copy is asked. */
  leastCalls: number;
  /** Milliseconds between two times that the process looks whether rows were deleted, of any account. */
  lookEvery?: number | undefined;
}

/** How it is with the columnar copy. */
export type CopyState =
  /** There are so few calls that the record answers every query. */
  | 'unused'
  /** The copy is built or far behind: the record answers for the accounts concerned. */
  | 'building'
  | 'ready'
  /** The copy cannot be built or read: the record answers. */
  | 'failed';

/** What the copy needs of the process: the record as requests use it, the environment, and the log. */
type CopyDependencies = Pick<Dependencies, 'database' | 'environment' | 'log'>;

/** The columnar copy of a process: built in the background, caught up for each request, made anew when it is wrong. */
export class KeptCopy {
  readonly #dependencies: CopyDependencies;
  readonly #leastCalls: number;
  readonly #catchingUp: CatchingUp;
  #copy: ColumnarCopy | null = null;
  #isUnused = false;
  #isClosing = false;
  #background: Promise<void> | null = null;
  /** When building was last tried, and when all of the copy was last caught up. */
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

  /** The copy, if it has enough calls of the accounts and has them as the record has them now; otherwise null. */
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
    // what is copied in the background takes long
    const mayWait = () => !this.#background && this.#copy === copy;
    if (!(await this.#catchingUp.isCurrent(copy, accountIds, mayWait))) return null;
    return copy.callsOf(accountIds) < this.#leastCalls ? null : copy;
  }

  /** After a failure: nothing more when the query alone is wrong, otherwise the copy is built anew. */
  fail(error: unknown): void {
    if (this.#isClosing) return;
    // rows that are deleted are nothing that an operator has to look at
    if (!(error instanceof OtherRecord))
      this.#dependencies.log.error({ err: error }, 'the columnar copy did not answer a query');
    if (isBroken(error)) this.#inBackground(() => this.#build({ anew: true }));
  }

  /** Resolves when nothing is copied in the background. */
  async settled(): Promise<void> {
    while (this.#background || this.#catchingUp.isUnderWay)
      await (this.#background ?? this.#catchingUp.ended());
  }

  /** Ends what is copied and closes the file. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#catchingUp.close();
    clearInterval(this.#looks);
    await this.#looking;
    await this.settled();
    await this.#copy?.close();
    this.#copy = null;
  }

  /** Tries again to make a copy that could not be made. */
  #retry(): void {
    if (performance.now() - this.#triedAt >= this.#retryPause) this.#inBackground(() => this.#buildIfUsed());
  }

  /** From time to time catches up all accounts: those with few calls in the copy may have many by now. */
  #refresh(copy: ColumnarCopy): void {
    if (this.#background || this.#catchingUp.isUnderWay || performance.now() - this.#refreshedAt < pause)
      return;
    this.#refreshedAt = performance.now();
    this.#catchingUp.catchUp(copy, 'all').catch((error: unknown) => this.fail(error));
  }

  /**
   * Looks whether rows of any account were deleted, whoever asks for what: then the copy is made anew. So is one that could not be
   * made before. Files of processes that have ended are removed.
   */
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

  /** Opens or makes the copy, unless the record has so few calls that no query would be asked of it. */
  async #buildIfUsed(): Promise<void> {
    const [row] = await this.#catchingUp.runInRecord<{ calls: number }>(
      'select cast(count(*) as integer) as calls from (select 1 from calls limit $1) as found',
      [this.#leastCalls],
    );
    this.#isUnused = row !== undefined && row.calls < this.#leastCalls;
    await (this.#isUnused ? removeUnusedCopies(this.#dependencies) : this.#build({ anew: false }));
  }

  /** Opens the file, or makes a new one, and copies what it does not have. */
  async #build(options: { anew: boolean }): Promise<void> {
    const { environment, log } = this.#dependencies;
    const started = performance.now();
    await this.#catchingUp.ended();
    const previous = this.#copy;
    this.#copy = null;
    await previous?.close();
    const { origin } = await this.#catchingUp.position([]);
    const copy = await openCopy(environment, origin, options);
    try {
      // the accounts that the file has are answered from it meanwhile
      this.#copy = copy;
      await this.#catchUpWithAll(copy);
    } catch (error) {
      this.#copy = null;
      await copy.close();
      throw error;
    }
    this.#retryPause = this.#firstPause;
    const milliseconds = Math.round(performance.now() - started);
    log.debug({ milliseconds }, 'the columnar copy of the calls is ready');
  }

  async #catchUpWithAll(copy: ColumnarCopy): Promise<void> {
    await this.#catchingUp.catchUpWithAll(copy);
    this.#refreshedAt = performance.now();
  }

  /** Does one thing at a time in the background. A file that is no copy of this record is made anew. */
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

/** What DuckDB says of a file that it cannot use any more. */
const brokenKinds: ReadonlySet<string> = new Set(['IO', 'FATAL', 'INTERNAL', 'Serialization']);

/** Whether the file has to be made anew. */
const isBroken = (error: unknown): boolean =>
  error instanceof OtherRecord || (error instanceof DuckDbError && brokenKinds.has(error.kind));
