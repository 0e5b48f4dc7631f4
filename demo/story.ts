import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { CardPictures } from './card-pictures.ts';
import { type FeedFiles, openFeedFiles } from './feed-files.ts';
import { writeOffice } from './office-story.ts';
import { notificationSettingRows } from './notification-settings.ts';
import {
  dentalGroup,
  maxOffices,
  type Office,
  ownOfficeCount,
  planOffices,
  reservedNumbersOf,
} from './offices.ts';
import { demoPeople } from './people.ts';
import { picklistRows } from './picklists.ts';
import { writeRecordings } from './recordings.ts';
import { salesContactRows } from './sales-contacts.ts';
import { dental } from './trade-dental.ts';

/** The same options give the same files, byte for byte. */
export interface DemoStoryOptions {
  /** End of the story, 2018-07-01 or later; the last call is a few minutes earlier. */
  today: Date;
  /** At least 200. Default: 30,000. */
  calls?: number;
  /** 5 (default) to 1,000. Those beyond the story's own five join the dental group; above 500 they are small and new. */
  offices?: number;
  seed?: number;
  /** Draw cards and portraits. Default: true. Otherwise rows name no pictures. */
  pictures?: boolean;
  /** Write sound files. Default: true. Rows always name them, and they are the same in every story. */
  recordings?: boolean;
}

export interface DemoStory {
  folder: string;
  calls: number;
  files: readonly { name: string; rows: number; bytes: number }[];
  bytes: number;
}

function checkedOptions({
  today,
  calls = 30_000,
  offices = ownOfficeCount,
  seed = 2018,
  pictures = true,
  recordings = true,
}: DemoStoryOptions): Required<DemoStoryOptions> {
  if (!(today.getTime() >= Date.parse('2018-07-01')))
    throw new RangeError('The story can end on 2018-07-01 or later.');
  if (!Number.isInteger(offices) || offices < ownOfficeCount || offices > maxOffices) {
    throw new RangeError(`Use ${ownOfficeCount} to ${maxOffices} offices.`);
  }
  if (!Number.isInteger(calls) || calls < 200 || calls < offices * 10) {
    throw new RangeError('Use at least 200 calls, and ten for each office.');
  }
  return { today, calls, offices, seed, pictures, recordings };
}

/** Streams an import folder (docs/reference/import.md) from 2018 to `today`. Throws RangeError if an option is out of range. */
export async function writeDemoStory(folder: string, options: DemoStoryOptions): Promise<DemoStory> {
  const { today, calls, offices: officeCount, seed, ...chosen } = checkedOptions(options);
  const pictures = chosen.pictures ? new CardPictures() : null;
  await mkdir(folder, { recursive: true });
  const now = Math.floor(today.getTime() / 1000);
  const offices = planOffices(officeCount, Math.floor(now / 86_400), String(seed));
  const reservedNumbers = reservedNumbersOf(offices);
  const files = await openFeedFiles(folder);

  addSharedRows(files, pictures);
  const shares = divideCalls(offices, calls);
  for (const [officeIndex, office] of offices.entries()) {
    await writeOffice(files, {
      office,
      officeIndex,
      calls: shares[officeIndex] as number,
      now,
      seed: String(seed),
      reservedNumbers,
      pictures,
    });
  }

  const written = [];
  for (const file of Object.values(files))
    written.push({ name: basename(file.path), rows: file.rows, bytes: await file.close() });
  if (chosen.recordings) {
    const sounds = await writeRecordings(folder);
    written.push({ name: 'recordings', rows: sounds.files, bytes: sounds.bytes });
  }
  if (pictures) {
    const painted = await pictures.write(folder);
    written.push({ name: 'pictures', rows: painted.files, bytes: painted.bytes });
  }
  return {
    folder,
    calls: files.calls.rows,
    files: written,
    bytes: written.reduce((sum, file) => sum + file.bytes, 0),
  };
}

function addSharedRows(files: FeedFiles, pictures: CardPictures | null): void {
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
  for (const row of notificationSettingRows()) files.notificationSettings.add(row);
  for (const row of picklistRows) files.picklists.add({ ...row });
  for (const row of salesContactRows(pictures)) files.salesContacts.add(row);
}

function divideCalls(offices: readonly Office[], calls: number): number[] {
  const total = offices.reduce((sum, office) => sum + office.weight, 0);
  let weight = 0;
  let assigned = 0;
  return offices.map((office) => {
    weight += office.weight;
    const share = Math.round((calls * weight) / total) - assigned;
    assigned += share;
    return share;
  });
}
