import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { tellCall } from './call-teller.ts';
import { Callers } from './callers.ts';
import { campaignRow } from './campaign-row.ts';
import { CardPictures } from './card-pictures.ts';
import { facesOfCampaign } from './cards.ts';
import { planCampaigns } from './campaigns.ts';
import { busynessOfDays, drawSource, firstDay, sourcesOf } from './day-sources.ts';
import { type DesignTelling, tellDesigns } from './designs.ts';
import { openFeedFiles, type FeedFiles, type ToldCall } from './feed-files.ts';
import { dayOfLocal, WallClock } from './local-time.ts';
import { territoryOf, zoneOfCampaign } from './mailing-areas.ts';
import { OfficeDiary } from './office-diary.ts';
import {
  dentalGroup,
  mostOffices,
  ownOfficeCount,
  placesTaken,
  planOffices,
  type Office,
} from './offices.ts';
import { demoPeople } from './people.ts';
import { picklistRows } from './picklists.ts';
import { Random } from './random.ts';
import { writeRecordings } from './recordings.ts';
import { salesContactRows } from './sales-contacts.ts';
import type { Desk } from './telling.ts';
import { dental } from './trade-dental.ts';
import { timesOf } from './volume.ts';

/** What to tell. The same options give the same files, byte for byte. */
export interface DemoStoryOptions {
  /** The instant at which the story ends: the last call came a few minutes before. From 2018-07-01 on. */
  today: Date;
  /** How many calls in all, at least 200; 30,000 unless told. */
  calls?: number;
  /** How many offices that take calls, 5 (unless told) to 500; those beyond the story's own five join the dental group. */
  offices?: number;
  /** Another seed, another story. */
  seed?: number;
  /** Whether cards and portraits are drawn; without them the rows that would name them do not. Yes unless told. */
  pictures?: boolean;
}

/** What was written. */
export interface DemoStory {
  /** The import folder. */
  folder: string;
  /** Calls in calls.csv. */
  calls: number;
  /** The CSV files and how many rows and bytes each has, then the recordings and the pictures as one entry each. */
  files: readonly { name: string; rows: number; bytes: number }[];
  /** Bytes in all. */
  bytes: number;
}

/** Minutes before the end at which an office's last call came in, by the office's place. */
const lastCallMinutes = [4, 19, 41, 66, 12];

/** Says what is wrong with the options; throws a RangeError. */
function checked({
  today,
  calls = 30_000,
  offices = ownOfficeCount,
  seed = 2018,
  pictures = true,
}: DemoStoryOptions): Required<DemoStoryOptions> {
  if (!(today.getTime() >= Date.parse('2018-07-01')))
    throw new RangeError('The story can end on 2018-07-01 or later.');
  if (!Number.isInteger(offices) || offices < ownOfficeCount || offices > mostOffices) {
    throw new RangeError(`Use ${ownOfficeCount} to ${mostOffices} offices.`);
  }
  if (!Number.isInteger(calls) || calls < 200 || calls < offices * 10) {
    throw new RangeError('Use at least 200 calls, and ten for each office.');
  }
  return { today, calls, offices, seed, pictures };
}

/**
 * Writes the demo story as an import folder (see docs/operate/import.md): a dental group, an orthodontic office and a
 * home-services company with everything that happened there from January 2018 to `today`. The folder is created; files
 * of the same names in it are replaced. Rows are streamed: memory does not grow with the number of calls. Throws a
 * RangeError when an option is out of its range.
 */
export async function writeDemoStory(folder: string, options: DemoStoryOptions): Promise<DemoStory> {
  const { today, calls, offices: officeCount, seed, pictures: drawn } = checked(options);
  const pictures = drawn ? new CardPictures() : null;
  await mkdir(folder, { recursive: true });
  const now = Math.floor(today.getTime() / 1000);
  const offices = planOffices(officeCount, Math.floor(now / 86_400), String(seed));
  const taken = placesTaken(offices);
  const files = await openFeedFiles(folder);

  files.accounts.add({
    id: dentalGroup.id,
    name: dentalGroup.name,
    time_zone: 'America/New_York',
    industry: 'Dental DSO',
    business_label: dental.businessLabel,
    client_label: dental.clientLabel,
    address: '88 Kestrel Avenue, Asheville, NC 28801',
    latitude: 35.6009,
    longitude: -82.554,
    color: '#b3127c',
  });
  for (const person of demoPeople) {
    files.contacts.add({
      id: person.id,
      name: person.name,
      email: person.email,
      phone: person.phone,
      roles: person.roles.join(';'),
      account_ids: person.accountIds.join(';'),
      primary_account_ids: person.primaryAccountIds.join(';'),
    });
  }
  for (const row of picklistRows) files.picklists.add({ ...row });
  for (const row of salesContactRows(pictures)) files.salesContacts.add(row);

  const shares = callsOfOffices(offices, calls);
  for (const [at, office] of offices.entries()) {
    await tellOffice(files, {
      office,
      at,
      calls: shares[at] as number,
      now,
      seed: String(seed),
      taken,
      pictures,
    });
  }

  const written = [];
  for (const file of Object.values(files))
    written.push({ name: basename(file.path), rows: file.rows, bytes: await file.close() });
  const sound = await writeRecordings(folder);
  written.push({ name: 'recordings', rows: sound.files, bytes: sound.bytes });
  if (pictures) {
    const drawings = await pictures.write(folder);
    written.push({ name: 'pictures', rows: drawings.files, bytes: drawings.bytes });
  }
  return {
    folder,
    calls: files.calls.rows,
    files: written,
    bytes: written.reduce((sum, file) => sum + file.bytes, 0),
  };
}

/** Divides the calls among the offices by their weights, without a remainder. */
function callsOfOffices(offices: readonly Office[], calls: number): number[] {
  const total = offices.reduce((sum, office) => sum + office.weight, 0);
  let weight = 0;
  let given = 0;
  return offices.map((office) => {
    weight += office.weight;
    const share = Math.round((calls * weight) / total) - given;
    given += share;
    return share;
  });
}

interface OfficePart {
  office: Office;
  at: number;
  /** How many calls the office gets. */
  calls: number;
  /** The story's end, seconds since 1970 UTC. */
  now: number;
  seed: string;
  taken: ReadonlyMap<string, number>;
  /** Null when nothing is drawn. */
  pictures: CardPictures | null;
}

async function tellOffice(
  files: FeedFiles,
  { office, at, calls, now, seed, taken, pictures }: OfficePart,
): Promise<void> {
  const clock = new WallClock(office.city.timeZone);
  const end = clock.local(now);
  const today = dayOfLocal(end);
  addOffice(files, office);
  const { campaigns, officeLine } = planCampaigns(office, at, today, seed);
  const random = new Random(`${seed}/calls/${office.id}`);
  const callers = new Callers(office, taken, random);
  const diary = new OfficeDiary(office, clock, callers, end, random);
  const desk: Desk = { office, clock, callers, diary, random, now: end, calls: 0, inquiries: 0 };

  const keep = ({ call, inquiries, appointments }: ToldCall) => {
    files.calls.add(call);
    for (const inquiry of inquiries) files.inquiries.add({ ...inquiry });
    for (const appointment of appointments) files.appointments.add({ ...appointment });
  };
  const days = busynessOfDays(office, campaigns, today, end);
  // one call is kept back for the minutes before the story's end
  let owed = random.next();
  for (const [index, busyness] of days.weights.entries()) {
    owed += ((calls - 1) * busyness) / days.total;
    const count = Math.floor(owed);
    owed -= count;
    if (count === 0) continue;
    const day = firstDay + index;
    const sources = sourcesOf(campaigns, officeLine, day);
    for (const local of timesOf(office, day, end, count, random))
      keep(tellCall(desk, local, drawSource(sources, random)));
    await settle(files);
  }
  keep(
    tellCall(
      desk,
      end - (lastCallMinutes[at % lastCallMinutes.length] as number) * 60 - (at % 37),
      drawSource(sourcesOf(campaigns, officeLine, today), random),
    ),
  );

  const approvers = demoPeople
    .filter((person) => person.accountIds.some((id) => id === office.id || id === office.parentId))
    .map((person) => person.name);
  addMailings(files, { office, campaigns, clock, today, end, approvers, seed, pictures });
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
  await settle(files);
}

/** How many of an office's newest mailings have a back of their own, with their own number. */
const mailingsWithOwnBack = 2;

/** The office's campaigns, where they go and what they look like. */
function addMailings(
  files: FeedFiles,
  {
    approvers,
    seed,
    ...telling
  }: Omit<DesignTelling, 'reviewer'> & { approvers: readonly string[]; seed: string },
): void {
  const { office, campaigns, today, pictures } = telling;
  const territory = territoryOf(office, today, seed);
  for (const row of territory.geodata) files.geodata.add(row);
  for (const row of territory.areas) files.mailingAreas.add(row);
  for (const row of territory.zones) files.mailingZones.add(row);

  const isOwn = territory.areas.length > 0;
  const reviewer = approvers.at(-1);
  const told = isOwn && reviewer ? tellDesigns({ ...telling, reviewer }) : null;
  for (const row of told?.designs ?? []) files.designs.add(row);
  for (const row of told?.versions ?? []) files.designVersions.add(row);
  for (const row of told?.comments ?? []) files.reviewComments.add(row);

  const designed = new Set(told?.designs.map((design) => design.campaign_ids));
  const newest = new Set(
    campaigns
      .filter((campaign) => campaign.mailing && campaign.inProduction === null)
      .slice(-mailingsWithOwnBack),
  );
  const placeOfType = new Map<string, number>();
  for (const campaign of campaigns) {
    const place = placeOfType.get(campaign.type) ?? 0;
    placeOfType.set(campaign.type, place + 1);
    const faces =
      pictures && !designed.has(campaign.id) && campaign.inProduction !== 'ordered'
        ? facesOfCampaign(pictures, office, campaign, isOwn && newest.has(campaign))
        : { front: null, back: null };
    const zone = zoneOfCampaign(office, campaign, place);
    files.campaigns.add(campaignRow(office, campaign, today, { approvers, placed: { zone, faces } }));
  }
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

async function settle(files: FeedFiles): Promise<void> {
  for (const file of Object.values(files)) await file.settle();
}
