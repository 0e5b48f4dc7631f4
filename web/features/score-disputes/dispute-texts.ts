import { durationText } from '@mailcall/contract/rules/caller.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import {
  type DisputedField,
  disputeReasonLength,
  noAnswerText,
} from '@mailcall/contract/rules/score-disputes.ts';
import { scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import type { DisputeInbox } from './api.ts';

export const fieldLabel = (field: DisputedField): string =>
  field === 'answeredBy' ? 'Who answered' : scoreFieldOf(field).label;

export const shownText = (shown: string | null): string => shown ?? noAnswerText;

/** Second of a place such as `0:48`, `48` or `1:02:03`; null if empty, undefined if it is not a place. */
export function readPlace(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!/^\d{1,4}(:[0-5]\d){0,2}$/.test(typed)) return undefined;
  return typed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

export const placeText = (second: number): string => durationText(second);

/** Why a text is no reason; null if it is one. */
export function reasonProblem(text: string, missing: string): string | null {
  const { length } = text.trim();
  return length < disputeReasonLength.min ? missing : null;
}

export function hoursText(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute');
  return hours < 48 ? counted(Math.round(hours), 'hour') : counted(Math.round(hours / 24), 'day');
}

export const waitingText = ({ open }: Pick<DisputeInbox, 'open'>): string =>
  open === 0
    ? 'No dispute waits.'
    : `${counted(open, 'dispute')} ${open === 1 ? 'waits' : 'wait'} for a decision.`;
