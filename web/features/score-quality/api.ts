import {
  decideSecondPass,
  getSecondPass,
  keepFirstScore,
  listSecondPasses,
  ownScoringQuality,
  type OwnScoringQuality,
  returnSecondPass,
  scoringQuality,
  type ScoringQuality,
  type SecondPass,
  type SecondPassDetails,
} from '@mailcall/contract/score-quality.ts';
import type { AgreementField } from '@mailcall/contract/rules/second-pass.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';

export type Days = 30 | 90 | 365;
export type ListedState = 'differs' | 'returned' | 'decided';

const root = ['scoring', 'quality'] as const;
export const qualityQuery = (days: Days, field: AgreementField | null) =>
  queryOptions({
    queryKey: [...root, 'team', days, field],
    queryFn: ({ signal }): Promise<ScoringQuality> =>
      call(scoringQuality, { query: { days, ...(field && { field }) } }, { signal }),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  });

export const ownQualityQuery = (days: Days) =>
  queryOptions({
    queryKey: [...root, 'own', days],
    queryFn: ({ signal }): Promise<OwnScoringQuality> =>
      call(ownScoringQuality, { query: { days } }, { signal }),
    placeholderData: keepPreviousData,
    ...alwaysFresh,
  });

export const passesQuery = (state: ListedState) =>
  queryOptions({
    queryKey: [...root, 'calls', state],
    queryFn: async ({ signal }): Promise<SecondPass[]> =>
      (await call(listSecondPasses, { query: { state } }, { signal })).records,
    ...alwaysFresh,
  });

export const passQuery = (callId: string) =>
  queryOptions({
    queryKey: [...root, 'call', callId],
    queryFn: ({ signal }): Promise<SecondPassDetails> =>
      call(getSecondPass, { params: { callId } }, { signal }),
    gcTime: 0,
    ...alwaysFresh,
  });

export const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: root });

export async function decide(
  callId: string,
  body: { version: number; values: ScoreValues; rubric: string },
): Promise<void> {
  await call(decideSecondPass, { params: { callId }, body });
}

export async function sendBack(callId: string, note: string): Promise<void> {
  await call(returnSecondPass, { params: { callId }, body: { note } });
}

export async function keep(callId: string, answer: string): Promise<void> {
  await call(keepFirstScore, { params: { callId }, body: { answer } });
}
