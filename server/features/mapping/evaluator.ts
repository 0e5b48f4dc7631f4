import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import {
  type EvaluationRequest,
  type ExpressionFailure,
  receivedResults,
  type RowResult,
  type SentResult,
} from './evaluation.ts';
import type { IdleProcesses } from './idle-processes.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

const program = join(import.meta.dirname, 'evaluation-process.ts');

/** Megabytes of objects and texts that the process can hold. */
const memoryLimit = 128;

/** Milliseconds: 5,000 for a batch and 1,000 for a row by default. */
export interface EvaluationTimeouts {
  batch: number;
  row: number;
}

const defaultTimeouts: EvaluationTimeouts = { batch: 5_000, row: 1_000 };
/** Starting a process takes a tenth of a second, but many times as long on a busy machine. */
const startTimeout = minutes(1);

const tookTooMuch = 'took too long or needed too much memory';
const ended = Symbol('the process ended, or took too long');

/** Evaluates in a separate process, which is replaced when it dies or takes too long. */
export class Evaluator {
  readonly #expressions: readonly string[];
  readonly #hasFilter: boolean;
  readonly #timeouts: EvaluationTimeouts;
  readonly #signal: AbortSignal | undefined;
  readonly #idle: IdleProcesses | undefined;
  #process: Promise<ChildProcess> | null = null;

  /** `hasFilter`: the first expression is a filter; the others skip rows that it leaves out. `signal` ends the process. */
  constructor({
    expressions,
    hasFilter,
    timeouts = defaultTimeouts,
    signal,
    idle,
  }: {
    expressions: readonly string[];
    hasFilter: boolean;
    timeouts?: EvaluationTimeouts | undefined;
    signal?: AbortSignal | undefined;
    idle?: IdleProcesses | undefined;
  }) {
    this.#expressions = expressions;
    this.#hasFilter = hasFilter;
    this.#timeouts = timeouts;
    this.#signal = signal;
    this.#idle = idle;
  }

  async #start(): Promise<ChildProcess> {
    const request = { expressions: this.#expressions, hasFilter: this.#hasFilter };
    const idle = this.#idle?.take();
    if (idle && (await this.#exchange(idle, request, startTimeout)) !== ended) return idle;
    const child = fork(program, [], {
      // it needs no secrets
      env: {},
      // nearly everything is garbage at once: more room for it takes memory and saves no time
      execArgv: [`--max-old-space-size=${memoryLimit}`, '--max-semi-space-size=4'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      ...(this.#signal && { signal: this.#signal, killSignal: 'SIGKILL' as const }),
    });
    child.on('error', () => {});
    if ((await this.#exchange(child, request, startTimeout)) !== ended) return child;
    this.#signal?.throwIfAborted();
    throw new OperatorProblem(
      'The process that evaluates the expressions of the mapping could not be started.',
    );
  }

  #exchange(
    child: ChildProcess,
    request: EvaluationRequest,
    timeout: number,
  ): Promise<RowResult[] | typeof ended> {
    return new Promise((resolve) => {
      const finish = (result: RowResult[] | typeof ended) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
        resolve(result);
      };
      const onMessage = (results: unknown) => finish(receivedResults(results as SentResult[]));
      const onExit = () => finish(ended);
      const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
      child.on('message', onMessage).on('exit', onExit);
      child.send(request, (error) => {
        if (error) child.kill('SIGKILL');
      });
      if (child.exitCode !== null || child.signalCode !== null) finish(ended);
    });
  }

  async #ask(request: EvaluationRequest, timeout: number): Promise<RowResult[] | typeof ended> {
    this.#process ??= this.#start();
    const child = await this.#process;
    const results = await this.#exchange(child, request, timeout);
    if (results !== ended) return results;
    this.#process = null;
    this.#signal?.throwIfAborted();
    return results;
  }

  /** One after the other, to find the expression that ends the process. */
  async #evaluateAlone(row: Record<string, unknown>): Promise<RowResult> {
    const values: unknown[] = [];
    const failures: ExpressionFailure[] = [];
    for (const only of this.#expressions.keys()) {
      const results = await this.#ask({ rows: [row], only }, this.#timeouts.row);
      if (results === ended) {
        if (only === 0 && this.#hasFilter) return { filterFailed: tookTooMuch };
        values.push(undefined);
        failures.push({ at: only, reason: tookTooMuch });
        continue;
      }
      const [result] = results as [RowResult];
      if (!('values' in result)) return result;
      values.push(...result.values);
      failures.push(...(result.failures ?? []));
    }
    return failures.length === 0 ? { values } : { values, failures };
  }

  /** An expression that ends the process, or takes too long, fails for its row alone. */
  async evaluate(rows: readonly Record<string, unknown>[]): Promise<RowResult[]> {
    if (this.#expressions.length === 0) return rows.map(() => ({ values: [] }));
    if (rows.length === 0) return [];
    const together = await this.#ask({ rows }, this.#timeouts.batch);
    if (together !== ended) return together;
    const results: RowResult[] = [];
    for (const row of rows) results.push(await this.#evaluateAlone(row));
    return results;
  }

  /** Returns the process to the pool, or ends it. Pending values are dropped. */
  async close(): Promise<void> {
    const child = await this.#process?.catch(() => null);
    this.#process = null;
    if (child && this.#idle) this.#idle.put(child);
    else child?.kill('SIGKILL');
  }
}
