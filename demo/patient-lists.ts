import type { Campaign } from './campaigns.ts';
import { drawFirstName, drawPerson, householdOf } from './households.ts';
import { dateText, dayOf } from './local-time.ts';
import type { Territory } from './mailing-areas.ts';
import type { Office } from './offices.ts';
import { type Home, PatientHomes } from './patient-homes.ts';
import { Random } from './random.ts';

export const patientListColumns = ['id', 'account_id', 'name', 'file_name', 'uploaded_at'] as const;
export const patientColumns = [
  'id',
  'account_id',
  'patient_list_id',
  'first_name',
  'last_name',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'first_visit',
  'production',
  'latitude',
  'longitude',
  'carrier_route',
  'patient_id',
] as const;
type Row<Columns extends readonly string[]> = Record<Columns[number], string | number | null>;

export interface PatientLists {
  lists: Row<typeof patientListColumns>[];
  patients: Row<typeof patientColumns>[];
}

export interface ZonedCampaign extends Pick<Campaign, 'id' | 'delivery' | 'line'> {
  zoneId: string;
}

interface RecentCall {
  call: {
    call_date_time: string;
    campaign_id?: unknown;
    tracking_line_id?: unknown;
    caller_phone_number?: unknown;
  };
  appointments: readonly { outcome: string; date_time: string | null; first_name: string | null }[];
}

export const patientHistoryDays = 400;
/** A visit within these days after delivery counts as its result. */
const matchDays = 180;
/** Maximum households. */
const sizes = { located: { callers: 170, others: 130 }, unlocated: { callers: 60, others: 30 } };

/** One list with locations, one with addresses only. Patients called, have an appointment, share a caller's name, or came otherwise. */
export function patientListsOf(
  office: Office,
  given: {
    campaigns: readonly ZonedCampaign[];
    calls: readonly RecentCall[];
    territory: Territory;
    today: number;
    seed: string;
  },
): PatientLists {
  return new PatientListWriter(office, given).write();
}

type Given = Parameters<typeof patientListsOf>[1];

interface Lead {
  phone: string;
  campaign: ZonedCampaign;
  firstName: string | null;
  visit: number | null;
  callDay: number;
}

class PatientListWriter {
  readonly #office: Office;
  readonly #given: Given;
  readonly #random: Random;
  readonly #homes: PatientHomes;
  readonly #lists: PatientLists = { lists: [], patients: [] };

  constructor(office: Office, given: Given) {
    this.#office = office;
    this.#given = given;
    this.#random = new Random(`${given.seed}/patients/${office.id}`);
    this.#homes = new PatientHomes(office, given.territory, this.#random);
  }

  write(): PatientLists {
    const leads = this.#leads();
    const callers = new Set(leads.map(({ phone }) => householdOf(phone).last));
    const clients = this.#office.trade.clientLabel === 'patient' ? 'Patients' : 'Clients';
    const split = Math.ceil(leads.length * 0.7);
    this.#addList('active', `Active ${clients}`, 20, {
      leads: leads.slice(0, split).slice(0, sizes.located.callers),
      others: sizes.located.others,
      isLocated: true,
      callers,
    });
    this.#addList('new', `New ${clients}`, 6, {
      leads: leads.slice(split).slice(0, sizes.unlocated.callers),
      others: sizes.unlocated.others,
      isLocated: false,
      callers,
    });
    return this.#lists;
  }

  #leads(): Lead[] {
    const { campaigns, calls, today } = this.#given;
    const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
    const byLine = new Map(campaigns.map((campaign) => [campaign.line.id, campaign]));
    const leads = new Map<string, Lead>();
    for (const { call, appointments } of calls) {
      const campaign = byId.get(call.campaign_id as string) ?? byLine.get(call.tracking_line_id as string);
      const phone = call.caller_phone_number;
      if (!campaign || typeof phone !== 'string' || leads.has(phone)) continue;
      const callDay = dayOf(call.call_date_time.slice(0, 10));
      const kept = appointments.find(({ outcome }) => outcome === 'Scheduled');
      const booked = kept?.date_time ? dayOf(kept.date_time.slice(0, 10)) : null;
      const visit = booked ?? callDay + this.#random.integer(4, 40);
      if (callDay < campaign.delivery || visit > Math.min(today, campaign.delivery + matchDays)) continue;
      if (booked === null && !this.#random.chance(0.3)) continue;
      leads.set(phone, { phone, campaign, visit, callDay, firstName: kept?.first_name ?? null });
    }
    return [...leads.values()]
      .map((lead) => ({ lead, at: this.#random.next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ lead }) => lead);
  }

  #addList(
    slug: string,
    name: string,
    age: number,
    {
      leads,
      others,
      isLocated,
      callers,
    }: { leads: readonly Lead[]; others: number; isLocated: boolean; callers: ReadonlySet<string> },
  ): void {
    const id = `${this.#office.code}-patients-${slug}`;
    this.#lists.lists.push({
      id,
      account_id: this.#office.id,
      name,
      file_name: `${name.toLowerCase().replaceAll(' ', '-')}.csv`,
      uploaded_at: `${dateText(this.#given.today - age)}T15:00:00Z`,
    });
    for (const lead of leads) this.#addCaller(id, lead, isLocated);
    for (let count = 0; count < others; count += 1) this.#addOther(id, isLocated, callers);
  }

  #addCaller(listId: string, lead: Lead, isLocated: boolean): void {
    const random = this.#random;
    const household = householdOf(lead.phone);
    const home = this.#homes.inZone(lead.campaign.zoneId);
    const isCaller = random.chance(0.72);
    const first = isCaller
      ? (lead.firstName ?? (random.chance(0.6) ? household.woman : household.man))
      : drawFirstName(random);
    const add = (firstName: string, phone: string | null, visit: number | null) =>
      this.#add(listId, { firstName, lastName: household.last, phone, visit, home, isLocated });
    add(first, isCaller && random.chance(0.85) ? lead.phone : null, lead.visit);
    if (lead.visit !== null && random.chance(0.28)) {
      const visit = lead.visit + random.integer(0, 30);
      add(drawFirstName(random), null, visit > this.#given.today ? null : visit);
    }
  }

  #addOther(listId: string, isLocated: boolean, callers: ReadonlySet<string>): void {
    const random = this.#random;
    let person = drawPerson(random);
    for (let tries = 0; tries < 50 && callers.has(person.last); tries += 1) person = drawPerson(random);
    const home = random.chance(0.6)
      ? this.#homes.inZone(random.pick(this.#homes.zoneIds))
      : this.#homes.elsewhere();
    const visit = random.chance(0.07)
      ? null
      : this.#given.today - random.integer(1, patientHistoryDays + 200);
    this.#add(listId, {
      firstName: person.first,
      lastName: person.last,
      phone: null,
      visit,
      home,
      isLocated,
    });
  }

  #add(
    listId: string,
    {
      firstName,
      lastName,
      phone,
      visit,
      home,
      isLocated,
    }: {
      firstName: string;
      lastName: string;
      phone: string | null;
      visit: number | null;
      home: Home;
      isLocated: boolean;
    },
  ): void {
    const random = this.#random;
    const number = this.#lists.patients.length + 1;
    const [longitude, latitude] = home.at;
    this.#lists.patients.push({
      id: `${this.#office.code}-patient-${String(number).padStart(4, '0')}`,
      account_id: this.#office.id,
      patient_list_id: listId,
      first_name: firstName,
      last_name: lastName,
      address: home.address,
      city: this.#office.city.name,
      state: this.#office.city.state,
      zip: this.#office.city.zip,
      phone,
      first_visit: visit === null ? null : dateText(visit),
      production: visit === null ? null : (80 + 2600 * random.next() ** 3).toFixed(2),
      latitude: isLocated ? latitude : null,
      longitude: isLocated ? longitude : null,
      carrier_route: isLocated && random.chance(0.5) ? home.route : null,
      patient_id: String(20_000 + number),
    });
  }
}
