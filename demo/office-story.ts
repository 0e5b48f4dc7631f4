import { backlogDays, withBacklog } from './backlog.ts';
import type { OfficeContext } from './call-draft.ts';
import { generateCall } from './call-generator.ts';
import { Callers } from './callers.ts';
import { planCampaigns } from './campaign-plan.ts';
import { campaignRow } from './campaign-row.ts';
import type { CardPictures } from './card-pictures.ts';
import { facesOfCampaign } from './cards.ts';
import { daySourcesOf, dayWeights, drawSource } from './day-sources.ts';
import { type DesignContext, designRowsOf } from './designs.ts';
import type { FeedFiles, GeneratedCall } from './feed-files.ts';
import { dateText, dayOfLocal, WallClock } from './local-time.ts';
import { mailPieceRow } from './mail-pieces.ts';
import { territoryOf, zoneOfCampaign } from './mailing-areas.ts';
import { officeHourRows } from './office-hours.ts';
import { OfficeSchedule } from './office-schedule.ts';
import { firstDay, type Office, ownOfficeCount } from './offices.ts';
import { patientHistoryDays, patientListsOf, type ZonedCampaign } from './patient-lists.ts';
import { demoPeople } from './people.ts';
import { Random } from './random.ts';
import { drawCallTimes } from './volume.ts';

const lastCallMinutes = [4, 19, 41, 66, 12];

export interface OfficeInput {
  office: Office;
  officeIndex: number;
  calls: number;
  /** Seconds since 1970 UTC. */
  now: number;
  seed: string;
  reservedNumbers: ReadonlyMap<string, number>;
  pictures: CardPictures | null;
}

export async function writeOffice(
  files: FeedFiles,
  { office, officeIndex, calls, now, seed, reservedNumbers, pictures }: OfficeInput,
): Promise<void> {
  const clock = new WallClock(office.city.timeZone);
  const end = clock.local(now);
  const today = dayOfLocal(end);
  addOffice(files, office);
  for (const row of officeHourRows(office)) files.officeHours.add(row);
  const { campaigns, officeLine } = planCampaigns(office, officeIndex, today, seed);
  const random = new Random(`${seed}/calls/${office.id}`);
  const callers = new Callers(office, reservedNumbers, random);
  const schedule = new OfficeSchedule(office, clock, callers, end, random);
  const context: OfficeContext = {
    office,
    clock,
    callers,
    schedule,
    random,
    now: end,
    calls: 0,
    inquiries: 0,
  };

  const recentFrom = dateText(today - patientHistoryDays);
  const recentCalls: GeneratedCall[] = [];
  const backlogFrom = dateText(today - backlogDays);
  const newestCalls: GeneratedCall[] = [];
  const writeCall = ({ call, inquiries, appointments, turns = [] }: GeneratedCall) => {
    files.calls.add(call);
    for (const inquiry of inquiries) files.inquiries.add({ ...inquiry });
    for (const appointment of appointments) files.appointments.add({ ...appointment });
    if (officeIndex < ownOfficeCount)
      for (const [index, turn] of turns.entries())
        files.transcripts.add({ account_id: call.account_id, call_id: call.id, turn: index + 1, ...turn });
  };
  const addCall = ({ call, inquiries, appointments, turns = [] }: GeneratedCall) => {
    const generated = { call, inquiries, appointments, turns };
    if (call.call_date_time >= recentFrom) recentCalls.push(generated);
    if (call.call_date_time >= backlogFrom) newestCalls.push(generated);
    else writeCall(generated);
  };
  const days = dayWeights(office, campaigns, today, end);
  // one call is reserved for the last minutes of the story
  let due = random.next();
  for (const [index, weight] of days.weights.entries()) {
    due += ((calls - 1) * weight) / days.total;
    const count = Math.floor(due);
    due -= count;
    if (count === 0) continue;
    const day = firstDay + index;
    const sources = daySourcesOf(campaigns, officeLine, day);
    for (const local of drawCallTimes(office, day, end, count, random))
      addCall(generateCall(context, local, drawSource(sources, random)));
    await flushWhenLarge(files);
  }
  addCall(
    generateCall(
      context,
      end - (lastCallMinutes[officeIndex % lastCallMinutes.length] as number) * 60 - (officeIndex % 37),
      drawSource(daySourcesOf(campaigns, officeLine, today), random),
    ),
  );

  for (const call of officeIndex < ownOfficeCount ? withBacklog(newestCalls) : newestCalls) writeCall(call);

  const approvers = demoPeople
    .filter((person) => person.accountIds.some((id) => id === office.id || id === office.parentId))
    .map((person) => person.name);
  addMailings(files, { office, campaigns, clock, today, end, approvers, seed, pictures, recentCalls });
  for (const line of [officeLine, ...campaigns.map((campaign) => campaign.line)]) {
    files.trackingLines.add({
      id: line.id,
      account_id: office.id,
      campaign_id: line.campaignId,
      number: line.number,
      destination_number: office.mainNumber,
      status: line.status,
      friendly_name: line.friendlyName,
      type: line.type,
    });
  }
  await flushWhenLarge(files);
}

const mailingsWithOwnBack = 2;

function addMailings(
  files: FeedFiles,
  {
    approvers,
    seed,
    recentCalls,
    ...context
  }: Omit<DesignContext, 'reviewer'> & {
    approvers: readonly string[];
    seed: string;
    recentCalls: readonly GeneratedCall[];
  },
): void {
  const { office, campaigns, today, pictures } = context;
  const territory = territoryOf(office, today, seed);
  for (const row of territory.geodata) files.geodata.add(row);
  for (const row of territory.areas) files.mailingAreas.add(row);
  for (const row of territory.zones) files.mailingZones.add(row);

  const isOwn = territory.areas.length > 0;
  const reviewer = approvers.at(-1);
  const designRows = isOwn && reviewer ? designRowsOf({ ...context, reviewer }) : null;
  for (const row of designRows?.designs ?? []) files.designs.add(row);
  for (const row of designRows?.versions ?? []) files.designVersions.add(row);
  for (const row of designRows?.comments ?? []) files.reviewComments.add(row);

  const designed = new Set(designRows?.designs.map((design) => design.campaign_ids));
  const newest = new Set(
    campaigns
      .filter((campaign) => campaign.isMailing && campaign.inProduction === null)
      .slice(-mailingsWithOwnBack),
  );
  const countByType = new Map<string, number>();
  const zoned: ZonedCampaign[] = [];
  for (const campaign of campaigns) {
    const index = countByType.get(campaign.type) ?? 0;
    countByType.set(campaign.type, index + 1);
    const faces =
      pictures && !designed.has(campaign.id) && campaign.inProduction !== 'ordered'
        ? facesOfCampaign(pictures, office, campaign, isOwn && newest.has(campaign))
        : { front: null, back: null };
    const zone = zoneOfCampaign(office, campaign, index);
    if (zone && campaign.inProduction === null) zoned.push({ ...campaign, zoneId: zone.zoneId });
    files.campaigns.add(campaignRow(office, campaign, today, { approvers, placement: { zone, faces } }));
    const pieces = mailPieceRow(campaign);
    if (pieces) files.mailPieces.add(pieces);
  }
  if (!isOwn) return;
  const { lists, patients } = patientListsOf(office, {
    campaigns: zoned,
    calls: recentCalls,
    territory,
    today,
    seed,
  });
  for (const row of lists) files.patientLists.add(row);
  for (const row of patients) files.patients.add(row);
}

function addOffice(files: FeedFiles, office: Office): void {
  const { trade } = office;
  files.accounts.add({
    id: office.id,
    name: office.name,
    parent_id: office.parentId,
    time_zone: office.city.timeZone,
    industry: trade.industry,
    business_label: trade.businessLabel,
    client_label: trade.clientLabel,
    address: office.address,
    latitude: office.latitude,
    longitude: office.longitude,
    color: office.color,
  });
  for (const member of office.staff) {
    files.staff.add({
      id: member.id,
      account_id: office.id,
      name: `${member.first} ${member.last}`,
      staff_type: member.staffType,
    });
  }
}

async function flushWhenLarge(files: FeedFiles): Promise<void> {
  for (const file of Object.values(files)) await file.flushWhenLarge();
}
