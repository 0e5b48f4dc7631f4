import { scoreAnsweredCall, addTalkRecording } from './answered-call.ts';
import { callerIdOf } from './callers.ts';
import { type Campaign, type Line, recordTypeOf } from './campaigns.ts';
import type { GeneratedCall } from './feed-files.ts';
import { dayOfLocal, weekdayOf } from './local-time.ts';
import { scoreMissedCall } from './missed-call.ts';
import { recordings } from './recordings.ts';
import { profileOf } from './sources.ts';
import { addRecording, type OfficeContext, type CallDraft } from './call-draft.ts';
import { spokenTurns } from './transcripts.ts';
import { presenceAt } from './volume.ts';

export interface CallSource {
  campaign: Campaign | null;
  line: Line | null;
  /** False if the feed names only the line; the line's campaign then applies. */
  namesCampaign: boolean;
}

export function generateCall(context: OfficeContext, local: number, source: CallSource): GeneratedCall {
  const draft = startCall(context, local, source);
  const answered = context.random.chance(answerChance(draft));
  if (!isScored(draft)) return unscoredCall(draft, answered);
  if (answered) scoreAnsweredCall(draft);
  else scoreMissedCall(draft);
  draft.turns = spokenTurns(draft);
  return draft;
}

function startCall(context: OfficeContext, local: number, source: CallSource): CallDraft {
  const { random, office } = context;
  context.calls += 1;
  const profile = profileOf(source.campaign);
  const kind = random.draw(profile.kinds);
  const presence = presenceAt(office, dayOfLocal(local), Math.floor((local % 86_400) / 3600));
  const returningCaller =
    kind === 'lead' && presence === 'open' && random.chance(0.12) ? context.callers.takeMissedCaller() : null;
  const caller =
    returningCaller ?? context.callers.draw(kind === 'existing' ? 0.8 : kind === 'lead' ? 0.5 : 0.12);
  const id = `${office.code}-${String(context.calls).padStart(6, '0')}`;
  return {
    context,
    call: {
      id,
      account_id: office.id,
      campaign_id: source.namesCampaign ? (source.campaign?.id ?? null) : null,
      tracking_line_id: source.line?.id ?? null,
      call_date_time: context.clock.text(local),
      duration_seconds: 0,
      caller_phone_number: random.chance(0.988) ? caller.household.phone : null,
      caller_id_name: callerIdOf(caller, office, random),
      record_type: recordTypeOf(source.campaign),
      score_id: `${office.code}-score-${context.calls}`,
      opportunity: false,
      follow_up_opportunity: false,
    },
    inquiries: [],
    appointments: [],
    local,
    presence,
    kind,
    profile,
    caller,
    summary: {
      trade: office.trade,
      caller: null,
      staff: null,
      sourceName: profile.sourceName,
      service: null,
      offer: null,
      insurance: null,
      insuranceAccepted: false,
      price: null,
      visit: null,
      booked: 0,
      refusal: null,
    },
  };
}

function answerChance({ context, presence, local }: CallDraft): number {
  if (presence === 'closed') return 0;
  if (presence === 'lunch') return context.office.answerRate * 0.58;
  const rush = weekdayOf(dayOfLocal(local)) === 1 && local % 86_400 < 11 * 3600;
  return context.office.answerRate - (rush ? 0.08 : 0);
}

/** Scoring takes up to two days. */
function isScored({ context, local }: CallDraft): boolean {
  const hours = (context.now - local) / 3600;
  if (hours > 48) return true;
  return hours > 3 && !context.random.chance(hours < 24 ? 0.5 : 0.15);
}

function unscoredCall(draft: CallDraft, answered: boolean): GeneratedCall {
  const { call } = draft;
  if (answered) addTalkRecording(draft);
  else addRecording(draft, recordings.voicemail, 0.5, [12, 40]);
  call.score_id = null;
  call.opportunity = null;
  call.follow_up_opportunity = null;
  return { call, inquiries: [], appointments: [] };
}
