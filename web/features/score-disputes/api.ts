import {
  acceptDispute,
  answerDispute,
  callDisputes,
  decidedDisputes,
  declineDispute,
  disputeMailSetting,
  getDispute,
  listDisputes,
  noteDecisionsSeen,
  openDispute,
  saveDisputeMailSetting,
  withdrawDispute,
} from '@mailcall/contract/score-disputes.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import { onDesk } from '../live/index.ts';
import type { ScopeState } from '../scope/index.ts';

export type CallDisputesAnswer = RouteReply<typeof callDisputes>;
export type DisputeInbox = RouteReply<typeof listDisputes>;
export type InboxState = 'open' | 'decided';

/** Asks again while a dispute is open: the drawer does not follow the stream of changes. */
export const callDisputesQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'disputes', callId],
    queryFn: ({ signal }): Promise<CallDisputesAnswer> =>
      call(callDisputes, { params: { id: callId } }, { signal }),
    ...alwaysFresh,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.records.some((dispute) => dispute.state === 'open') ? seconds(20) : false,
  });

/** The key has the accounts, so that live updates include it. */
export const decidedQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['disputes', 'decided', requestedAccounts(scope)],
    queryFn: async ({ signal }) => (await call(decidedDisputes, {}, { signal })).records,
    ...alwaysFresh,
  });

type Opening = NonNullable<RouteInput<typeof openDispute>['body']>;
export const sendDispute = (callId: string, body: Opening) =>
  call(openDispute, { params: { id: callId }, body });
export const sendWithdrawal = (callId: string, disputeId: string) =>
  call(withdrawDispute, { params: { id: callId, disputeId }, body: {} });
export const sendAnswer = (callId: string, disputeId: string, answer: string) =>
  call(answerDispute, { params: { id: callId, disputeId }, body: { answer } });
export const sendSeen = (callId: string) => call(noteDecisionsSeen, { params: { id: callId }, body: {} });

export const mailSettingQuery = () =>
  queryOptions({
    queryKey: ['disputes', 'mail'],
    queryFn: async ({ signal }) => (await call(disputeMailSetting, {}, { signal })).email,
    staleTime: 0,
  });
export const saveMailSetting = (email: boolean) => call(saveDisputeMailSetting, { body: { email } });

export const inboxQuery = (state: InboxState) =>
  queryOptions({
    queryKey: ['scoring', 'disputes', state],
    queryFn: ({ signal }): Promise<DisputeInbox> => call(listDisputes, { query: { state } }, { signal }),
    ...onDesk('score-disputes'),
    // the scoring desk does not follow the provider's
    refetchInterval: minutes(1),
  });

export const disputeQuery = (disputeId: string) =>
  queryOptions({
    queryKey: ['scoring', 'dispute', disputeId],
    queryFn: ({ signal }) => call(getDispute, { params: { disputeId } }, { signal }),
    ...alwaysFresh,
    gcTime: 0,
    // typed values refer to the score on the screen
    refetchOnWindowFocus: false,
  });

type Acceptance = NonNullable<RouteInput<typeof acceptDispute>['body']>;
export const sendAcceptance = (disputeId: string, body: Acceptance) =>
  call(acceptDispute, { params: { disputeId }, body });
export const sendRefusal = (disputeId: string, reason: string) =>
  call(declineDispute, { params: { disputeId }, body: { reason } });
