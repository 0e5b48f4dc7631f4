import { answer, recordTalk } from './answered-call.ts';
import { callerIdOf } from './callers.ts';
import type { Campaign, Line } from './campaigns.ts';
import type { ToldCall } from './feed-files.ts';
import { dayOfLocal, weekdayOf } from './local-time.ts';
import { miss } from './missed-call.ts';
import { recordings } from './recordings.ts';
import { shapeOf } from './sources.ts';
import { record, type Desk, type Telling } from './telling.ts';
import { presenceAt } from './volume.ts';

/** Where a call came in. */
export interface CallSource {
  campaign: Campaign | null;
  line: Line | null;
  /** False when the provider sends the line alone, and the call takes the line's campaign. */
  namesCampaign: boolean;
}

/** Tells the desk's next call, with its score, inquiries and appointments; `local` is when it came in. */
export function tellCall(desk: Desk, local: number, source: CallSource): ToldCall {
  const telling = ring(desk, local, source);
  const answered = desk.random.chance(answerChance(telling));
  if (!isScored(telling)) return unscored(telling, answered);
  if (answered) answer(telling);
  else miss(telling);
  return telling;
}

function ring(desk: Desk, local: number, source: CallSource): Telling {
  const { random, office } = desk;
  desk.calls += 1;
  const shape = shapeOf(source.campaign);
  const kind = random.draw(shape.kinds);
  const presence = presenceAt(office, dayOfLocal(local), Math.floor((local % 86_400) / 3600));
  const again =
    kind === 'lead' && presence === 'open' && random.chance(0.12) ? desk.callers.takeMissed() : null;
  const caller = again ?? desk.callers.draw(kind === 'existing' ? 0.8 : kind === 'lead' ? 0.5 : 0.12);
  const id = `${office.code}-${String(desk.calls).padStart(6, '0')}`;
  return {
    desk,
    call: {
      id,
      account_id: office.id,
      campaign_id: source.namesCampaign ? (source.campaign?.id ?? null) : null,
      tracking_line_id: source.line?.id ?? null,
      call_date_time: desk.clock.text(local),
      duration_seconds: 0,
      caller_phone_number: random.chance(0.988) ? caller.household.phone : null,
      caller_id_name: callerIdOf(caller, office, random),
      score_id: `${office.code}-score-${desk.calls}`,
      opportunity: false,
      follow_up_opportunity: false,
    },
    inquiries: [],
    appointments: [],
    local,
    presence,
    kind,
    shape,
    caller,
    told: {
      trade: office.trade,
      caller: null,
      staff: null,
      cameBy: shape.cameBy,
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

function answerChance({ desk, presence, local }: Telling): number {
  if (presence === 'closed') return 0;
  if (presence === 'lunch') return desk.office.answerRate * 0.58;
  const rush = weekdayOf(dayOfLocal(local)) === 1 && local % 86_400 < 11 * 3600;
  return desk.office.answerRate - (rush ? 0.08 : 0);
}

/** Whether the provider has scored the call by the end of the story: scoring takes up to two days. */
function isScored({ desk, local }: Telling): boolean {
  const hours = (desk.now - local) / 3600;
  if (hours > 48) return true;
  return hours > 3 && !desk.random.chance(hours < 24 ? 0.5 : 0.15);
}

/** A call before anybody has listened to it: what the telephone knows. */
function unscored(telling: Telling, answered: boolean): ToldCall {
  const { call } = telling;
  if (answered) recordTalk(telling);
  else record(telling, recordings.voicemail, 0.5, [12, 40]);
  call.score_id = null;
  call.opportunity = null;
  call.follow_up_opportunity = null;
  return { call, inquiries: [], appointments: [] };
}
