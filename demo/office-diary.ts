import { callbackSummary } from './summaries.ts';
import type { Caller, Callers } from './callers.ts';
import { drawFirstName } from './households.ts';
import { dayOfLocal, localAt, type WallClock } from './local-time.ts';
import type { Office, StaffMember } from './offices.ts';
import type { Random } from './random.ts';
import type { AppointmentRow, CallRow, ToldCall } from './feed-files.ts';
import { callbackResults, patientTypes } from './trade.ts';
import { presenceAt } from './volume.ts';

/** What an office writes down beside its calls: visits, and calling people back. */
export class OfficeDiary {
  readonly #office: Office;
  readonly #clock: WallClock;
  readonly #callers: Callers;
  readonly #random: Random;
  /** Local time at which the story ends. */
  readonly #now: number;
  #count = 0;

  constructor(office: Office, clock: WallClock, callers: Callers, now: number, random: Random) {
    this.#office = office;
    this.#clock = clock;
    this.#callers = callers;
    this.#random = random;
    this.#now = now;
  }

  /** A member of staff who is at work on a day, the busier ones more often. */
  memberAt(day: number): StaffMember {
    const there = this.#office.staff.filter((member) => member.from <= day && day <= member.to);
    let mark = this.#random.next() * there.reduce((sum, member) => sum + member.share, 0);
    for (const member of there) {
      mark -= member.share;
      if (mark < 0) return member;
    }
    return there[there.length - 1] as StaffMember;
  }

  /** A free time for a visit: local, on the quarter of an hour, while the office is open, one to twenty-odd days ahead. */
  visitAfter(local: number): number {
    const random = this.#random;
    let day = dayOfLocal(local) + (random.chance(0.3) ? random.whole(1, 3) : random.whole(2, 24));
    while (presenceAt(this.#office, day, 10) === 'closed') day += 1;
    let hour = random.whole(8, 16);
    while (presenceAt(this.#office, day, hour) !== 'open') hour = random.whole(8, 16);
    return localAt(day, hour * 3600 + random.whole(0, 3) * 900);
  }

  #write(
    told: ToldCall,
    visit: number,
    row: Pick<AppointmentRow, 'first_name' | 'last_name' | 'phone' | 'outcome' | 'previous_appointment_id'>,
  ): string {
    this.#count += 1;
    const id = `${this.#office.code}-appointment-${this.#count}`;
    told.appointments.push({
      id,
      account_id: this.#office.id,
      call_id: told.call.id,
      date_time: this.#clock.text(visit),
      ...row,
    });
    return id;
  }

  /** Books visits on a call, the caller's own first, then the family's; answers the local time of the first. */
  book(told: ToldCall, caller: Caller, local: number, count: number): number {
    const random = this.#random;
    const first = this.visitAfter(local);
    for (let at = 0; at < count; at += 1) {
      const visit = at === 0 || random.chance(0.6) ? first + at * 1800 : this.visitAfter(local);
      const missing = random.next();
      const firstName =
        missing < 0.03 || missing > 0.98 ? null : at === 0 ? caller.first : drawFirstName(random);
      const lastName = missing < 0.06 && missing >= 0.01 ? null : caller.last;
      const names = {
        first_name: firstName,
        last_name: lastName,
        phone: random.chance(0.94) ? caller.household.phone : null,
      };
      const cancelled = random.chance(0.05);
      const id = this.#write(told, visit, {
        ...names,
        outcome: cancelled ? 'Cancelled' : 'Scheduled',
        previous_appointment_id: null,
      });
      if (cancelled) continue;
      if (random.chance(0.03)) {
        this.#write(told, this.visitAfter(visit), {
          ...names,
          outcome: 'Rescheduled',
          previous_appointment_id: id,
        });
      } else if (at === 0) {
        this.#callers.rememberAppointment({ id, caller, firstName, lastName, visit });
      }
    }
    return first;
  }

  /** Moves or cancels an earlier appointment on this call; answers the local time of the new visit, null when cancelled. */
  move(
    told: ToldCall,
    earlier: NonNullable<ReturnType<Callers['takeMovable']>>,
    local: number,
  ): number | null {
    const cancelled = this.#random.chance(0.25);
    const visit = cancelled ? earlier.visit : this.visitAfter(Math.max(local, earlier.visit));
    this.#write(told, visit, {
      first_name: earlier.firstName,
      last_name: earlier.lastName,
      phone: earlier.caller.household.phone,
      outcome: cancelled ? 'Cancelled' : 'Rescheduled',
      previous_appointment_id: earlier.id,
    });
    return cancelled ? null : visit;
  }

  /** Calls somebody back, perhaps: recent calls less likely, and nothing after the story's end. */
  callBack(told: ToldCall, caller: Caller, local: number, isLead: boolean): void {
    const { call } = told;
    const random = this.#random;
    const recent = this.#now - local < 30 * 86_400;
    const wanted = call.follow_up_opportunity === true;
    if (!random.chance(wanted ? (recent ? 0.46 : 0.8) : recent ? 0.22 : 0.34)) return;
    let time = local + Math.round(random.between(0.08, 1) ** 3 * 60 * 3600) + random.whole(60, 900);
    while (presenceAt(this.#office, dayOfLocal(time), Math.floor((time % 86_400) / 3600)) === 'closed')
      time += 3600;
    if (time > this.#now - 300) return;
    const result = random.chance(0.56) ? callbackResults[0] : random.pick(callbackResults.slice(1));
    const reached = result === callbackResults[0];
    const opportunity = !reached
      ? call.patient_type === patientTypes.fresh
        ? patientTypes.fresh
        : patientTypes.unknown
      : isLead && random.chance(0.82)
        ? patientTypes.fresh
        : random.chance(0.12)
          ? patientTypes.unknown
          : random.chance(0.06)
            ? patientTypes.spam
            : patientTypes.stranger;
    const handler = this.memberAt(dayOfLocal(time));
    const booked = reached && opportunity === patientTypes.fresh && random.chance(0.2 + handler.skill * 0.5);
    if (booked) this.book(told, caller, time, random.chance(0.1) ? 2 : 1);
    const resolved: Partial<CallRow> = {
      resolve_date: this.#clock.text(time),
      callback_handler_id: handler.id,
      callback_outcome_result: result,
      callback_outcome_opportunity_result: opportunity,
      callback_outcome_summary: callbackSummary(result, booked, reached, random),
    };
    Object.assign(call, resolved);
  }
}
