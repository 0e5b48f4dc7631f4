import type { Caller, Callers } from './callers.ts';
import type { InquiryRow, ToldCall } from './feed-files.ts';
import type { WallClock } from './local-time.ts';
import type { OfficeDiary } from './office-diary.ts';
import type { Office } from './offices.ts';
import { weighted, type Random } from './random.ts';
import type { Recording } from './recordings.ts';
import type { Kind, SourceShape } from './sources.ts';
import type { Told } from './summaries.ts';
import type { Presence } from './volume.ts';

/** Where the calls of one office are told: the office, what it remembers, and the chance that decides. */
export interface Desk {
  office: Office;
  clock: WallClock;
  callers: Callers;
  diary: OfficeDiary;
  random: Random;
  /** Local time at which the story ends. */
  now: number;
  /** Calls and inquiries told so far. */
  calls: number;
  inquiries: number;
}

/** One call while it is being told. */
export interface Telling extends ToldCall {
  desk: Desk;
  /** When it came in, local time. */
  local: number;
  presence: Presence;
  kind: Kind;
  shape: SourceShape;
  caller: Caller;
  /** What its summary can tell of. */
  told: Told;
}

const acceptance = weighted([
  ['Accepted', 70],
  ['Out of Network', 14],
  ['Not Accepted', 12],
  ['Unknown', 4],
] as const);

/** Records the call, perhaps: its length is the recording's, or drawn between the two numbers of seconds without one. */
export function record(
  telling: Telling,
  choices: readonly Recording[],
  likely: number,
  silentSeconds: readonly [number, number],
): void {
  const recording = telling.desk.random.chance(likely) ? telling.desk.random.pick(choices) : null;
  telling.call.audio = recording?.path ?? null;
  telling.call.duration_seconds = recording?.seconds ?? telling.desk.random.whole(...silentSeconds);
}

/** Takes down who speaks: their name if they say it, their gender and language. */
export function hear(telling: Telling, saysName: number): void {
  const { call, caller, told, kind } = telling;
  const { random } = telling.desk;
  // nobody speaks on an unwanted call
  if (kind === 'spam') return;
  if (random.chance(saysName)) {
    call.caller_name = `${caller.first} ${caller.last}`;
    told.caller = caller.first;
  }
  call.caller_gender = random.chance(0.96) ? caller.gender : 'Unknown';
  call.caller_language =
    caller.household.spanish && random.chance(0.55)
      ? 'Spanish'
      : random.chance(0.985)
        ? 'English'
        : random.pick(['Vietnamese', 'Other']);
}

function inquire(
  telling: Telling,
  kind: InquiryRow['kind'],
  item: { id: string; name: string },
  status: string | null,
): void {
  telling.desk.inquiries += 1;
  telling.inquiries.push({
    id: `${telling.desk.office.code}-inquiry-${telling.desk.inquiries}`,
    account_id: telling.desk.office.id,
    call_id: telling.call.id,
    kind,
    item_id: item.id,
    item_name: item.name,
    insurance_acceptance_status: status,
  });
}

/** Draws what the caller asks about and writes the inquiries. */
export function ask(telling: Telling, services: number, offers: number, insurances: number): void {
  const { random } = telling.desk;
  const { trade } = telling.desk.office;
  const { told } = telling;
  if (random.chance(services)) {
    told.service = random.draw(trade.services);
    inquire(telling, 'service', told.service, null);
    if (random.chance(0.13)) {
      const second = random.draw(trade.services);
      if (second.id !== told.service.id) inquire(telling, 'service', second, null);
    }
  }
  if (random.chance(offers)) {
    told.offer = random.draw(trade.offers);
    inquire(telling, 'offer', told.offer, null);
  }
  if (trade.insurances.length > 0 && random.chance(insurances)) {
    told.insurance = random.pick(trade.insurances.slice(0, random.whole(1, trade.insurances.length)));
    const status = random.draw(acceptance);
    told.insuranceAccepted = status === 'Accepted';
    inquire(telling, 'insurance', told.insurance, status);
  }
}
