import type { Provider } from '@mailcall/contract/provider.ts';
import { checkSuggestions, type DropReason } from '@mailcall/contract/rules/suggestions.ts';
import { scoreFieldSchema } from '@mailcall/contract/rules/score-values.ts';
import { modelPerson } from '@mailcall/contract/rules/team-roles.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { Counter } from 'prom-client';
import type { Dependencies } from '../../dependencies.ts';
import { atIntervals } from '../../platform/intervals.ts';
import { processMetrics } from '../../platform/process-metrics.ts';
import { recordUse } from '../activity/index.ts';
import { openRecordingAddresses, type RecordingAddresses } from '../calls/index.ts';
import type { WaitingCall } from '../scoring/index.ts';
import {
  type AskedCall,
  callsToAsk,
  claimAskedCall,
  endAskedCall,
  forgetSuggestions,
  type Place,
  storeAnswer,
  storeFailure,
} from './asked-calls.ts';
import { askModel } from './ask-model.ts';
import { askAbout, type Question, questionId } from './request-body.ts';
import { suggestionSettings, type SuggestionSettings } from './settings.ts';

const requests = new Counter({
  name: 'mailcall_suggestion_requests_total',
  help: 'Posts of calls to the model that suggests scores, by how they ended.',
  labelNames: ['result'],
  registers: [processMetrics],
});

const droppedSuggestions = new Counter({
  name: 'mailcall_suggestions_dropped_total',
  help: 'Suggestions that were dropped, by reason.',
  labelNames: ['reason'],
  registers: [processMetrics],
});

const lookInterval = seconds(5);
/** Waiting calls that a look reads; the next one reads those after them. */
const defaultWindow = 500;
/** Maximum parallel posts of this process. */
const atOnce = 2;
/** Pause after failures in a row, in milliseconds: doubles up to the longest. */
const pause = { first: seconds(5), longest: minutes(5) };

type WorkDependencies = Pick<Dependencies, 'database' | 'clock' | 'log' | 'environment'> & {
  provider: Provider;
};

/** Asks the provider's model about calls that wait for a score. Does nothing if suggestions are off. */
export class SuggestionWork {
  readonly #dependencies: WorkDependencies;
  readonly #settings: SuggestionSettings | null;
  /** Seconds; the documented deadline by default. */
  readonly #deadline: number | undefined;
  readonly #window: number;
  readonly #stopping = new AbortController();
  #after: Place | null = null;
  #addresses: Promise<RecordingAddresses> | undefined;
  #looking: Promise<void> | null = null;
  #failures = 0;
  #pausedUntil = 0;
  #end: (() => void) | undefined;

  /** @throws {OperatorProblem} if the settings are incomplete */
  constructor(
    dependencies: WorkDependencies,
    { deadline, window = defaultWindow }: { deadline?: number; window?: number } = {},
  ) {
    this.#dependencies = dependencies;
    this.#settings = suggestionSettings(dependencies.provider, dependencies.environment);
    this.#deadline = deadline;
    this.#window = window;
  }

  /** Without an address, stored suggestions are removed. */
  async start(): Promise<void> {
    const { database, log } = this.#dependencies;
    if (this.#settings === null) return forgetSuggestions(database.kysely);
    this.#end = atIntervals(
      () => this.look(),
      lookInterval,
      (error) => log.warn({ err: error }, 'calls for suggestions could not be looked up'),
    );
  }

  /** Asks about all calls of a window that are due; one look at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#askAll().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#end?.();
    this.#stopping.abort();
    await this.#looking?.catch(() => undefined);
  }

  get #isPaused(): boolean {
    return this.#stopping.signal.aborted || this.#dependencies.clock.now().getTime() < this.#pausedUntil;
  }

  async #askAll(): Promise<void> {
    const settings = this.#settings;
    if (settings === null) return;
    const { database, clock, provider, log } = this.#dependencies;
    const { accounts } = settings;
    while (!this.#isPaused) {
      const { calls, end } = await callsToAsk(
        database.kysely,
        { provider, accounts, now: clock.now() },
        { after: this.#after, window: this.#window, limit: 20 },
      );
      if (calls.length === 0) {
        this.#after = end;
        return;
      }
      const waiting = calls.values();
      const askNext = async () => {
        for (const call of waiting) {
          if (this.#isPaused) return;
          // its claim ends by itself
          await this.#ask(call, settings).catch((error: unknown) =>
            log.warn({ err: error }, 'a call could not be sent for suggestions'),
          );
        }
      };
      await Promise.all(Array.from({ length: atOnce }, askNext));
    }
  }

  async #ask(found: WaitingCall, settings: SuggestionSettings): Promise<void> {
    const { database, clock, environment } = this.#dependencies;
    const { kysely } = database;
    const call = await claimAskedCall(kysely, found, clock.now());
    if (call === null) return;
    const addresses = await (this.#addresses ??= openRecordingAddresses({
      dataFolder: environment.dataFolder,
      lifetime: environment.recordingUrlLifetime,
      clock,
    }));
    const { publicUrl } = environment;
    const question = await askAbout(kysely, call, { addresses, publicUrl, now: clock.now() });
    if (question === null) return endAskedCall(kysely, call);
    const { accountId, callId } = call;
    await recordUse(kysely, {
      accountId,
      contactId: modelPerson.id,
      action: 'send',
      subject: { kind: 'call', id: callId },
      at: clock.now(),
    });
    const answer = await askModel(settings, question.body, {
      id: questionId(call),
      now: clock.now(),
      stopped: this.#stopping.signal,
      ...(this.#deadline !== undefined && { deadline: this.#deadline }),
    });
    // the claim ends by itself, and the call is asked again
    if (this.#stopping.signal.aborted) return;
    if ('failure' in answer) return this.#noteFailure(call, answer);
    await this.#noteAnswer(call, question, answer.suggestions);
  }

  async #noteAnswer(
    call: AskedCall,
    question: Question,
    given: Parameters<typeof checkSuggestions>[0],
  ): Promise<void> {
    const { database, clock, provider } = this.#dependencies;
    const { kept, dropped } = checkSuggestions(given, {
      ...question,
      hasRecording: question.body.recording !== null,
      readValue(field, value) {
        const read = scoreFieldSchema(field).safeParse(value);
        return read.success ? read.data : undefined;
      },
    });
    const { rubric } = question;
    const state = await storeAnswer(database.kysely, call, {
      kept,
      dropped,
      rubric,
      provider,
      now: clock.now(),
    });
    requests.inc({ result: state === 'answered' ? 'answered' : 'too late' });
    for (const [reason, count] of Object.entries(dropped) as [DropReason, number][])
      droppedSuggestions.inc({ reason }, count);
    this.#failures = 0;
  }

  async #noteFailure(
    call: AskedCall,
    { failure, notBefore }: { failure: string; notBefore: number | null },
  ): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    const now = clock.now();
    const state = await storeFailure(database.kysely, call, { failure, now, notBefore });
    requests.inc({ result: 'failed' });
    log.warn(
      { failure, attempt: call.attempts, givenUp: state === 'failed' },
      'suggestions could not be read',
    );
    const wait = Math.min(pause.first * 2 ** this.#failures, pause.longest);
    this.#failures += 1;
    this.#pausedUntil = now.getTime() + Math.max(wait, notBefore ?? 0);
  }
}
