import {
  acceptProposals,
  type DeskCall,
  getRubric,
  giveBackCall,
  listProposals,
  openScoringCall,
  type ProposalKind,
  recordScoringPlay,
  saveRubric,
  saveScore,
  saveScoreDraft,
  type ScoreMark,
  scoringOptions,
  scoringOverview,
  skipCall,
  type SkipReason,
  takeNextCall,
  undoScore,
} from '@mailcall/contract/scoring.ts';
import type { OwnRubric } from '@mailcall/contract/rules/score-rubric.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, identityHeaders, newRequestId, urlOf } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';

export type ScoringOverview = RouteReply<typeof scoringOverview>;
export type ScoringOptions = RouteReply<typeof scoringOptions>;
export type Proposals = RouteReply<typeof listProposals>['records'];
export type RubricAnswer = RouteReply<typeof getRubric>;
export type ScoreBody = NonNullable<RouteInput<typeof saveScore>['body']>;

const keys = {
  overview: ['scoring', 'overview'],
  rubric: ['scoring', 'rubric'],
  options: (accountId: string) => ['scoring', 'options', accountId],
  proposals: (kind: ProposalKind) => ['scoring', 'proposals', kind],
} as const;

export const overviewQuery = () =>
  queryOptions({
    queryKey: keys.overview,
    queryFn: ({ signal }): Promise<ScoringOverview> => call(scoringOverview, {}, { signal }),
    // colleagues work on it too
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: minutes(1),
  });

export const rubricQuery = () =>
  queryOptions({
    queryKey: keys.rubric,
    queryFn: ({ signal }): Promise<RubricAnswer> => call(getRubric, {}, { signal }),
    staleTime: minutes(10),
  });

export const optionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: keys.options(accountId),
    queryFn: ({ signal }): Promise<ScoringOptions> =>
      call(scoringOptions, { params: { accountId } }, { signal }),
    staleTime: minutes(10),
  });

export const proposalsQuery = (kind: ProposalKind) =>
  queryOptions({
    queryKey: keys.proposals(kind),
    queryFn: async ({ signal }): Promise<Proposals> =>
      (await call(listProposals, { params: { kind } }, { signal })).records,
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  });

/** Answers how many were scored: calls that someone took meanwhile are left out. */
export const acceptAll = async (kind: ProposalKind, callIds: readonly string[]): Promise<number> =>
  (
    await call(acceptProposals, {
      params: { kind },
      body: { requestId: newRequestId(), callIds: [...callIds] },
    })
  ).scored;

export const sendRubric = (own: OwnRubric): Promise<RubricAnswer> => call(saveRubric, { body: own });

export interface ScoreDraft {
  values: ScoreValues;
  marks: readonly ScoreMark[];
}

export interface DeskServer {
  /** Null if nothing waits. */
  next(except: readonly string[]): Promise<DeskCall | null>;
  open(callId: string): Promise<DeskCall>;
  /** `fresh` asks again, after names were added. */
  options(accountId: string, options?: { fresh: boolean }): Promise<ScoringOptions>;
  saveDraft(callId: string, draft: ScoreDraft): Promise<void>;
  /** @returns number of the saved version */
  save(callId: string, body: ScoreBody): Promise<number>;
  undo(callId: string, version: number): Promise<DeskCall>;
  skip(callId: string, reason: SkipReason, language: string | null): Promise<void>;
  /** Also while the page is left. */
  giveBack(callId: string): void;
  recordPlay(callId: string): Promise<void>;
  /** Loads a recording without a play. @returns its address in the browser, which `release` frees */
  loadRecording(url: string): Promise<string>;
  release(address: string): void;
}

const bodyOf = ({ values, marks }: ScoreDraft) => ({ values, marks: marks.map((mark) => ({ ...mark })) });

/** @param accountIds accounts whose calls are scored; null for all */
export const deskServer = (
  options: DeskServer['options'],
  accountIds: readonly string[] | null,
): DeskServer => ({
  next: async (except) =>
    (
      await call(takeNextCall, {
        body: { except: [...except], ...(accountIds && { accountIds: [...accountIds] }) },
      })
    ).call,
  open: async (callId) => (await call(openScoringCall, { params: { callId }, body: {} })).call,
  options,
  saveDraft: async (callId, draft) => {
    await call(saveScoreDraft, { params: { callId }, body: bodyOf(draft) });
  },
  save: async (callId, body) => (await call(saveScore, { params: { callId }, body })).version,
  undo: async (callId, version) => (await call(undoScore, { params: { callId }, body: { version } })).call,
  skip: async (callId, reason, language) => {
    await call(skipCall, { params: { callId }, body: { reason, ...(language && { language }) } });
  },
  giveBack(callId) {
    // `keepalive` lets the request outlive the page
    fetch(urlOf(giveBackCall, { params: { callId } }), {
      method: giveBackCall.method,
      headers: { ...identityHeaders(), 'content-type': 'application/json' },
      body: '{}',
      keepalive: true,
      credentials: 'same-origin',
    }).catch(() => undefined);
  },
  recordPlay: async (callId) => {
    await call(recordScoringPlay, { params: { callId }, body: {} });
  },
  async loadRecording(url) {
    const response = await fetch(config().services.data + url);
    if (!response.ok) throw new Error('The recording could not be loaded.');
    return URL.createObjectURL(await response.blob());
  },
  release: (address) => URL.revokeObjectURL(address),
});
