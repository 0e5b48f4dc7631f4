import {
  nextCalibrationCall,
  openCalibrationCall,
  saveCalibrationAnswer,
  saveCalibrationDraft,
  undoCalibrationAnswer,
} from '@mailcall/contract/calibration.ts';
import {
  acceptProposals,
  type DeskCall,
  getRubric,
  giveBackCall,
  listProposals,
  openScoringCall,
  type ProposalKind,
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
import { alwaysFresh, livePolled } from '../../platform/query-client.ts';
import { recordPlay } from '../../ui/player/logged-recording.ts';

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
    ...livePolled(minutes(1)),
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
    ...alwaysFresh,
    gcTime: 0,
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
  /** Names what is scored in the browser’s storage: a call can be in several places. */
  readonly place: string;
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

const shared = (
  options: DeskServer['options'],
): Pick<DeskServer, 'options' | 'recordPlay' | 'loadRecording' | 'release'> => ({
  options,
  recordPlay,
  async loadRecording(url) {
    const response = await fetch(config().services.data + url);
    if (!response.ok) throw new Error('The recording could not be loaded.');
    return URL.createObjectURL(await response.blob());
  },
  release: (address) => URL.revokeObjectURL(address),
});

/** @param accountIds accounts whose calls are scored; null for all */
export const deskServer = (
  options: DeskServer['options'],
  accountIds: readonly string[] | null,
): DeskServer => ({
  ...shared(options),
  place: '',
  next: async (except) =>
    (
      await call(takeNextCall, {
        body: { except: [...except], ...(accountIds && { accountIds: [...accountIds] }) },
      })
    ).call,
  open: async (callId) => (await call(openScoringCall, { params: { callId }, body: {} })).call,
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
});

/** Nobody else is kept from these calls, so nothing is given back; skipped calls come at the end. */
export function calibrationServer(options: DeskServer['options'], setId: string): DeskServer {
  const later = new Set<string>();
  const params = (callId: string) => ({ params: { setId, callId } });
  const takeNext = async (except: readonly string[]) =>
    (await call(nextCalibrationCall, { params: { setId }, body: { except: [...except] } })).call;
  return {
    ...shared(options),
    place: `set ${setId} `,
    async next(except) {
      const found = await takeNext([...new Set([...except, ...later])]);
      if (found !== null || later.size === 0) return found;
      later.clear();
      return takeNext(except);
    },
    open: async (callId) => (await call(openCalibrationCall, { ...params(callId), body: {} })).call,
    saveDraft: async (callId, draft) => {
      await call(saveCalibrationDraft, { ...params(callId), body: bodyOf(draft) });
    },
    async save(callId, { requestId, values, marks, rubric }) {
      await call(saveCalibrationAnswer, { ...params(callId), body: { requestId, values, marks, rubric } });
      return 1;
    },
    undo: async (callId) => (await call(undoCalibrationAnswer, { ...params(callId), body: {} })).call,
    skip: async (callId) => void later.add(callId),
    giveBack: () => undefined,
  };
}
