import { callbackSummary } from './summaries.ts';
import type { Caller, Callers } from './callers.ts';
import { drawFirstName } from './households.ts';
import { dayOfLocal, localAt, type WallClock } from './local-time.ts';
import type { Office } from './offices.ts';
import type { StaffMember } from './staff.ts';
import type { Random } from './random.ts';
import type { AppointmentRow, CallRow, GeneratedCall } from './feed-files.ts';
import { callbackResults, patientTypes } from './trade.ts';
import { presenceAt } from './volume.ts';

export class OfficeSchedule {
  readonly #office: Office;
  readonly #clock: WallClock;
  readonly #callers: Callers;
  readonly #random: Random;
  readonly #now: number;
  #count = 0;

  constructor(office: Office, clock: WallClock, callers: Callers, now: number, random: Random) {
    this.#office = office;
    this.#clock = clock;
    this.#callers = callers;
    this.#random = random;
    this.#now = now;
  }

  staffMemberAt(day: number): StaffMember {
    const present = this.#office.staff.filter((member) => member.from <= day && day <= member.to);
    let roll = this.#random.next() * present.reduce((sum, member) => sum + member.share, 0);
    for (const member of present) {
      roll -= member.share;
      if (roll < 0) return member;
    }
    return present[present.length - 1] as StaffMember;
  }

  /** On a quarter hour within opening hours, 1 to 24 or more days ahead. */
  freeTimeAfter(local: number): number {
    const random = this.#random;
    let day = dayOfLocal(local) + (random.chance(0.3) ? random.integer(1, 3) : random.integer(2, 24));
    while (presenceAt(this.#office, day, 10) === 'closed') day += 1;
    let hour = random.integer(8, 16);
    while (presenceAt(this.#office, day, hour) !== 'open') hour = random.integer(8, 16);
    return localAt(day, hour * 3600 + random.integer(0, 3) * 900);
  }

  #write(
    generated: GeneratedCall,
    visit: number,
    row: Pick<AppointmentRow, 'first_name' | 'last_name' | 'phone' | 'outcome' | 'previous_appointment_id'>,
  ): string {
    this.#count += 1;
    const id = `${this.#office.code}-appointment-${this.#count}`;
    generated.appointments.push({
      id,
      account_id: this.#office.id,
      call_id: generated.call.id,
      date_time: this.#clock.text(visit),
      ...row,
    });
    return id;
  }

  /** First for the caller, then for the family; returns the local time of the first visit. */
  bookVisits(generated: GeneratedCall, caller: Caller, local: number, count: number): number {
    const random = this.#random;
    const first = this.freeTimeAfter(local);
    for (let at = 0; at < count; at += 1) {
      const visit = at === 0 || random.chance(0.6) ? first + at * 1800 : this.freeTimeAfter(local);
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
      const id = this.#write(generated, visit, {
        ...names,
        outcome: cancelled ? 'Cancelled' : 'Scheduled',
        previous_appointment_id: null,
      });
      if (cancelled) continue;
      if (random.chance(0.03)) {
        this.#write(generated, this.freeTimeAfter(visit), {
          ...names,
          outcome: 'Rescheduled',
          previous_appointment_id: id,
        });
      } else if (at === 0) {
        this.#callers.addMovable({ id, caller, firstName, lastName, visit });
      }
    }
    return first;
  }

  /** Returns the new local time, or null if canceled. */
  moveAppointment(
    generated: GeneratedCall,
    earlier: NonNullable<ReturnType<Callers['takeMovable']>>,
    local: number,
  ): number | null {
    const cancelled = this.#random.chance(0.25);
    const visit = cancelled ? earlier.visit : this.freeTimeAfter(Math.max(local, earlier.visit));
    this.#write(generated, visit, {
      first_name: earlier.firstName,
      last_name: earlier.lastName,
      phone: earlier.caller.household.phone,
      outcome: cancelled ? 'Cancelled' : 'Rescheduled',
      previous_appointment_id: earlier.id,
    });
    return cancelled ? null : visit;
  }

  resolveByCallback(generated: GeneratedCall, caller: Caller, local: number, isLead: boolean): void {
    const { call } = generated;
    const random = this.#random;
    const recent = this.#now - local < 30 * 86_400;
    const needsFollowUp = call.follow_up_opportunity === true;
    if (!random.chance(needsFollowUp ? (recent ? 0.46 : 0.8) : recent ? 0.22 : 0.34)) return;
    let time = local + Math.round(random.between(0.08, 1) ** 3 * 60 * 3600) + random.integer(60, 900);
    while (presenceAt(this.#office, dayOfLocal(time), Math.floor((time % 86_400) / 3600)) === 'closed')
      time += 3600;
    if (time > this.#now - 300) return;
    const result = random.chance(0.56) ? callbackResults[0] : random.pick(callbackResults.slice(1));
    const reached = result === callbackResults[0];
    const opportunity = !reached
      ? call.patient_type === patientTypes.newPatient
        ? patientTypes.newPatient
        : patientTypes.unknown
      : isLead && random.chance(0.82)
        ? patientTypes.newPatient
        : random.chance(0.12)
          ? patientTypes.unknown
          : random.chance(0.06)
            ? patientTypes.spam
            : patientTypes.nonOpportunity;
    const handler = this.staffMemberAt(dayOfLocal(time));
    const booked =
      reached && opportunity === patientTypes.newPatient && random.chance(0.2 + handler.skill * 0.5);
    if (booked) this.bookVisits(generated, caller, time, random.chance(0.1) ? 2 : 1);
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
