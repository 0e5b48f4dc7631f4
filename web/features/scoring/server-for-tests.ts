import type { DeskCall } from '@mailcall/contract/scoring.ts';
import { aScore, fullPicklists } from '@mailcall/contract/rules/score-form-for-tests.ts';
import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { CallFailed } from '../../platform/api.ts';
import type { DeskServer, ScoreBody, ScoringOptions } from './api.ts';

const options: ScoringOptions = {
  staff: [{ id: 's1', name: 'Ana Front' }],
  offers: [],
  services: [{ id: 'v1', name: 'Cleaning' }],
  insurances: [],
  picklists: Object.fromEntries(Object.entries(fullPicklists).map(([name, list]) => [name, [...list]])),
  usualLanguage: 'English',
  labels: { industry: 'Dental', clientLabel: null, businessLabel: null },
};

export const aCall = (callId: string): DeskCall => ({
  callId,
  accountId: 'own',
  accountName: 'Own',
  timeZone: 'America/Denver',
  callDateTime: '2026-03-31T15:00:00Z',
  callDuration: 40,
  callerPhoneNumber: null,
  callerIdName: null,
  campaignTitle: null,
  campaignType: null,
  trackingLine: null,
  recording: { url: `/recordings/${callId}`, expiresAt: '2026-03-31T16:00:00Z', peaks: null },
  transcript: [],
  earlierCalls: [],
  appointments: [],
  values: emptyScore,
  marks: [],
  isDraft: false,
  suggestions: [],
  version: 0,
  expiresAt: '2026-03-31T16:00:00Z',
});

export const unreachable = () => new CallFailed('The server could not be reached.', 0);

export class FakeServer implements DeskServer {
  readonly place = '';
  waiting: string[];
  readonly asked: string[] = [];
  readonly saved: Record<string, ScoreBody> = {};
  /** Errors of the next requests, by the first word of the request. */
  readonly failures: Record<string, Error> = {};
  readonly #suggestions = new Map<string, DeskCall['suggestions']>();
  constructor(...waiting: string[]) {
    this.waiting = waiting;
  }
  suggest(callId: string, suggestions: DeskCall['suggestions']): this {
    this.#suggestions.set(callId, suggestions);
    return this;
  }
  #call = (callId: string): DeskCall => ({
    ...aCall(callId),
    suggestions: this.#suggestions.get(callId) ?? [],
  });
  async #ask(what: string): Promise<void> {
    this.asked.push(what);
    const failure = this.failures[what.split(' ')[0] ?? ''];
    if (failure) throw failure;
  }
  next = async (except: readonly string[]) => {
    await this.#ask(`next [${except.join(' ')}]`);
    const found = this.waiting.find((callId) => !except.includes(callId));
    return found === undefined ? null : this.#call(found);
  };
  open = async (callId: string) => {
    await this.#ask(`open ${callId}`);
    return this.#call(callId);
  };
  options = async () => options;
  saveDraft = (callId: string) => this.#ask(`draft ${callId}`);
  save = async (callId: string, body: ScoreBody) => {
    await this.#ask(`save ${callId}`);
    this.saved[callId] = body;
    this.waiting = this.waiting.filter((other) => other !== callId);
    return body.version + 1;
  };
  undo = async (callId: string, version: number) => {
    await this.#ask(`undo ${callId} ${version}`);
    const { values = emptyScore } = this.saved[callId] ?? {};
    this.waiting = [callId, ...this.waiting];
    return { ...aCall(callId), version: version + 1, values: aScore(values) };
  };
  skip = async (callId: string, reason: string, language: string | null) => {
    await this.#ask(`skip ${callId} ${reason} ${language}`);
    this.waiting = this.waiting.filter((other) => other !== callId);
  };
  giveBack = (callId: string) => void this.asked.push(`back ${callId}`);
  recordPlay = (callId: string) => this.#ask(`played ${callId}`);
  loadRecording = async (url: string) => `blob:${url}`;
  release = () => {};
}
