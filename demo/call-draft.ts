import type { Caller, Callers } from './callers.ts';
import type { InquiryRow, GeneratedCall } from './feed-files.ts';
import type { WallClock } from './local-time.ts';
import type { OfficeSchedule } from './office-schedule.ts';
import type { Office } from './offices.ts';
import { weighted, type Random } from './random.ts';
import type { Recording } from './recordings.ts';
import type { CallerKind, SourceProfile } from './sources.ts';
import type { SummaryDetails } from './summaries.ts';
import type { Presence } from './volume.ts';

export interface OfficeContext {
  office: Office;
  clock: WallClock;
  callers: Callers;
  schedule: OfficeSchedule;
  random: Random;
  /** Local end of the story. */
  now: number;
  calls: number;
  inquiries: number;
}

export interface CallDraft extends GeneratedCall {
  context: OfficeContext;
  local: number;
  presence: Presence;
  kind: CallerKind;
  profile: SourceProfile;
  caller: Caller;
  summary: SummaryDetails;
}

const acceptance = weighted([
  ['Accepted', 70],
  ['Out of Network', 14],
  ['Not Accepted', 12],
  ['Unknown', 4],
] as const);

/** Without a recording, `unrecordedSeconds` gives the length. */
export function addRecording(
  draft: CallDraft,
  candidates: readonly Recording[],
  probability: number,
  unrecordedSeconds: readonly [number, number],
): void {
  const recording = draft.context.random.chance(probability) ? draft.context.random.pick(candidates) : null;
  draft.call.audio = recording?.path ?? null;
  draft.call.duration_seconds = recording?.seconds ?? draft.context.random.integer(...unrecordedSeconds);
}

export function addCallerDetails(draft: CallDraft, nameProbability: number): void {
  const { call, caller, summary, kind } = draft;
  const { random } = draft.context;
  // nothing is known about spam callers
  if (kind === 'spam') return;
  if (random.chance(nameProbability)) {
    call.caller_name = `${caller.first} ${caller.last}`;
    summary.caller = caller.first;
  }
  call.caller_gender = random.chance(0.96) ? caller.gender : 'Unknown';
  call.caller_language =
    caller.household.spanish && random.chance(0.55)
      ? 'Spanish'
      : random.chance(0.985)
        ? 'English'
        : random.pick(['Vietnamese', 'Other']);
}

function addInquiry(
  draft: CallDraft,
  kind: InquiryRow['kind'],
  item: { id: string; name: string },
  status: string | null,
): void {
  draft.context.inquiries += 1;
  draft.inquiries.push({
    id: `${draft.context.office.code}-inquiry-${draft.context.inquiries}`,
    account_id: draft.context.office.id,
    call_id: draft.call.id,
    kind,
    item_id: item.id,
    item_name: item.name,
    insurance_acceptance_status: status,
  });
}

export function addInquiries(draft: CallDraft, services: number, offers: number, insurances: number): void {
  const { random } = draft.context;
  const { trade } = draft.context.office;
  const { summary } = draft;
  if (random.chance(services)) {
    summary.service = random.draw(trade.services);
    addInquiry(draft, 'service', summary.service, null);
    if (random.chance(0.13)) {
      const second = random.draw(trade.services);
      if (second.id !== summary.service.id) addInquiry(draft, 'service', second, null);
    }
  }
  if (random.chance(offers)) {
    summary.offer = random.draw(trade.offers);
    addInquiry(draft, 'offer', summary.offer, null);
  }
  if (trade.insurances.length > 0 && random.chance(insurances)) {
    summary.insurance = random.pick(trade.insurances.slice(0, random.integer(1, trade.insurances.length)));
    const status = random.draw(acceptance);
    summary.insuranceAccepted = status === 'Accepted';
    addInquiry(draft, 'insurance', summary.insurance, status);
  }
}
