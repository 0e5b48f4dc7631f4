import {
  addCalibrationCalls,
  addRandomCalibrationCalls,
  calibrationRecording,
  calibrationResult,
  closeCalibrationSet,
  deleteCalibrationSet,
  getCalibrationSet,
  listCalibrationSets,
  makeCalibrationSet,
  ownCalibrationResult,
  removeCalibrationCall,
  saveCalibrationNote,
  startCalibrationSet,
} from '@mailcall/contract/calibration.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';

export type CalibrationLists = RouteReply<typeof listCalibrationSets>;
export type Refused = RouteReply<typeof addCalibrationCalls>['refused'];
export type ResultRow = RouteReply<typeof calibrationResult>['calls'][number]['rows'][number];

const root = ['scoring', 'calibration'] as const;
export const setsQuery = () =>
  queryOptions({
    queryKey: [...root, 'sets'],
    queryFn: ({ signal }): Promise<CalibrationLists> => call(listCalibrationSets, {}, { signal }),
    ...alwaysFresh,
  });

export const setQuery = (setId: string) =>
  queryOptions({
    queryKey: [...root, 'set', setId],
    queryFn: ({ signal }) => call(getCalibrationSet, { params: { setId } }, { signal }),
    ...alwaysFresh,
  });

export const resultQuery = (setId: string) =>
  queryOptions({
    queryKey: [...root, 'result', setId],
    queryFn: ({ signal }) => call(calibrationResult, { params: { setId } }, { signal }),
    ...alwaysFresh,
  });

export const ownResultQuery = (setId: string) =>
  queryOptions({
    queryKey: [...root, 'own', setId],
    queryFn: ({ signal }) => call(ownCalibrationResult, { params: { setId } }, { signal }),
    ...alwaysFresh,
  });

export const recordingQuery = (setId: string, callId: string) =>
  queryOptions({
    queryKey: [...root, 'recording', setId, callId],
    queryFn: async ({ signal }) =>
      (await call(calibrationRecording, { params: { setId, callId } }, { signal })).recording,
    gcTime: 0,
    ...alwaysFresh,
  });

export const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: root });

type BodyOf<R extends Parameters<typeof call>[0]> = NonNullable<RouteInput<R>['body']>;

export const makeSet = (id: string, name: string) => call(makeCalibrationSet, { body: { id, name } });
export const addCalls = (setId: string, callIds: readonly string[]) =>
  call(addCalibrationCalls, { params: { setId }, body: { callIds: [...callIds] } });
export const addRandomCalls = (setId: string, body: BodyOf<typeof addRandomCalibrationCalls>) =>
  call(addRandomCalibrationCalls, { params: { setId }, body });
export const removeCall = (setId: string, callId: string) =>
  call(removeCalibrationCall, { params: { setId, callId } });
export const startSet = (setId: string, body: BodyOf<typeof startCalibrationSet>) =>
  call(startCalibrationSet, { params: { setId }, body });
export const closeSet = (setId: string) => call(closeCalibrationSet, { params: { setId }, body: {} });
export const deleteSet = (setId: string) => call(deleteCalibrationSet, { params: { setId } });
export const saveNote = (
  place: { setId: string; callId: string; field: ResultRow['field'] },
  body: BodyOf<typeof saveCalibrationNote>,
) => call(saveCalibrationNote, { params: place, body });
