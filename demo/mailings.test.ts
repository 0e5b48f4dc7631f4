import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignDesignStatus } from '../contract/rules/review.ts';
import { brands } from './postcards/brands.ts';
import { front } from './postcards/fronts.ts';
import { type Message, messages } from './postcards/themes.ts';
import { paintedJpeg } from '../server/platform/pictures/painted-picture.ts';
import { byId, type Row, rowsOf, TestStories } from './test-stories.ts';
import type { DemoStory } from './story.ts';
import { dental } from './trade-dental.ts';
import { homeServices } from './trade-home-services.ts';
import { orthodontics } from './trade-orthodontics.ts';

const today = new Date('2026-03-18T19:30:00Z');
const tables = [
  'accounts',
  'campaigns',
  'sales-contacts',
  'designs',
  'design-versions',
  'review-comments',
  'geodata',
  'mailing-areas',
  'mailing-zones',
] as const;
const folder = {} as Record<(typeof tables)[number], Row[]>;
let story: DemoStory;
const stories = new TestStories();

beforeAll(async () => {
  story = await stories.write({ today, calls: 600, pictures: true, recordings: false });
  for (const table of tables) folder[table] = await rowsOf(story, table);
}, 180_000);

afterAll(() => stories.remove());

it('mailings cost $0.55 to $0.85 a piece once they are printed', () => {
  const [known, unknown] = [
    folder.campaigns.filter((row) => row.cost !== ''),
    folder.campaigns.filter((row) => row.cost === ''),
  ];
  expect(known.length).toBeGreaterThan(100);
  for (const { cost, quantity } of known) {
    expect(Number(cost) / Number(quantity)).toBeGreaterThan(0.549);
    expect(Number(cost) / Number(quantity)).toBeLessThan(0.851);
  }
  expect(unknown.filter((row) => row.print_date !== '')).toEqual([]);
});

describe('cards', () => {
  const pictured = () => [
    ...folder.campaigns.flatMap((row) => [row.front_design, row.back_design]),
    ...folder['design-versions'].flatMap((row) => [row.front, row.back]),
    ...folder['sales-contacts'].map((row) => row.picture),
  ];

  it('have a JPEG for every approved mailing without a design', async () => {
    const designed = new Set(folder.designs.flatMap((design) => design.campaign_ids?.split(';') ?? []));
    const mailed = folder.campaigns.filter((row) => row.approval_date !== '' && !designed.has(row.id ?? ''));
    expect(mailed.length).toBeGreaterThan(100);
    expect(mailed.filter((row) => row.front_design === '' || row.back_design === '')).toEqual([]);
    const paths = new Set(pictured().filter((path) => path !== ''));
    expect(paths.size).toBeGreaterThan(40);
    for (const path of paths) {
      const picture = await readFile(join(story.folder, path as string));
      expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(picture.length).toBeGreaterThan(5_000);
    }
    expect(story.files.find(({ name }) => name === 'pictures')?.rows).toBe(paths.size);
  });

  it('look the same every time', async () => {
    const paint = () => paintedJpeg(front(brands.dental, messages['Smile Makeover'] as Message), 0.8);
    expect((await paint()).equals(await paint())).toBe(true);
  });

  it('are small and few for a fast import', () => {
    const pictures = story.files.find(({ name }) => name === 'pictures');
    expect(pictures?.rows).toBeLessThan(100);
    expect(pictures?.bytes).toBeLessThan(15e6);
  });

  it('have a message for every theme', () => {
    const themes = [dental, orthodontics, homeServices].flatMap((trade) => trade.themes);
    expect(themes.filter((theme) => !messages[theme])).toEqual([]);
  });

  it('are left out of a story without pictures', async () => {
    const plain = await stories.write({ today, calls: 600, recordings: false });
    const [campaigns, versions] = [await rowsOf(plain, 'campaigns'), await rowsOf(plain, 'design-versions')];
    expect(campaigns.filter((row) => row.front_design !== '' || row.back_design !== '')).toEqual([]);
    expect(versions.filter((row) => row.front !== '' || row.back !== '')).toEqual([]);
  });
});

describe('designs', () => {
  const versionsOf = (design: Row) =>
    folder['design-versions'].filter((version) => version.design_id === design.id);

  it('cover every state of a review', () => {
    const states = folder.designs.map((design) => {
      const status = versionsOf(design).at(-1)?.status;
      return design.archived === 'true' ? 'archived' : `${status} ${design.next_review}`.trim();
    });
    expect(new Set(states)).toEqual(
      new Set([
        'Requested',
        'Wip',
        'InReview CustomerReview',
        'Rejected CustomerReview',
        'Approved FinalInspection',
        'Approved Approved',
        'archived',
      ]),
    );
  });

  it('include two concepts to choose from for one campaign', () => {
    const open = folder.designs.filter(
      (row) => row.next_review === 'CustomerReview' && row.archived === 'false',
    );
    const byCampaign = Map.groupBy(open, (row) => row.campaign_ids);
    const choice = [...byCampaign.values()].filter((rows) => rows.length === 2);
    expect(choice).toHaveLength(1);
    const faces = choice[0]?.map((design) => versionsOf(design).at(-1));
    expect(faces?.every((face) => face?.front !== '' && face?.back !== '')).toBe(true);
    expect(faces?.[0]?.front).not.toBe(faces?.[1]?.front);
  });

  it('have distinguishable versions in chronological order', () => {
    const several = folder.designs.map(versionsOf).filter((versions) => versions.length > 1);
    expect(Math.max(...several.map((versions) => versions.length))).toBe(3);
    for (const versions of several) {
      expect(versions.map(({ version }) => version)).toEqual(versions.map((_, at) => String(at + 1)));
      expect(new Set(versions.map((version) => version.front)).size).toBe(versions.length);
      const made = versions.map(({ created_at }) => Date.parse(created_at as string));
      expect(made.toSorted((one, other) => one - other)).toEqual(made);
    }
    const made = folder['design-versions'].map(({ created_at }) => Date.parse(created_at as string));
    expect(Math.max(...made)).toBeLessThan(today.getTime());
  });

  it('match the status of their campaigns', () => {
    const campaigns = byId(folder.campaigns);
    const statuses = folder.designs.map((design) => {
      const campaign = campaigns.get(design.campaign_ids as string) as Row;
      const status = campaignDesignStatus({
        mediaStarted: campaign.media_started || null,
        mediaSubmitted: campaign.media_submitted || null,
        prePressCompleted: campaign.pre_press_completed || null,
        approvalDate: campaign.approval_date || null,
      });
      return { design, status, last: versionsOf(design).at(-1)?.status };
    });
    const differing = statuses.filter(
      ({ design, status, last }) =>
        design.archived === 'false' && status !== last && !(status === 'InReview' && last === 'Rejected'),
    );
    expect(differing).toEqual([]);
  });

  it('have comments pinned to faces, with replies after them and before the end', () => {
    const comments = byId(folder['review-comments']);
    const versions = byId(folder['design-versions']);
    for (const comment of comments.values()) {
      const version = versions.get(comment.version_id as string);
      expect(version?.design_id).toBe(comment.design_id);
      expect(version?.[comment.side as string]).not.toBe('');
      const parent = comments.get(comment.reply_to as string) ?? version;
      expect(Date.parse(comment.created_at as string)).toBeGreaterThan(
        Date.parse(parent?.created_at as string),
      );
      expect(Date.parse(comment.created_at as string)).toBeLessThan(today.getTime());
    }
    const statuses = [...comments.values()].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['Pending', 'Accepted']));
    const about = [...comments.values()].filter((row) => row.next_design_version_id !== '');
    expect(about.length).toBeGreaterThan(2);
    expect(about.every((row) => versions.has(row.next_design_version_id as string))).toBe(true);
  });
});

describe('mailing areas', () => {
  type Shape = {
    features: { properties: { geocode: string }; geometry: { coordinates: [number, number][][] } }[];
  };
  const shapeOf = (row: Row): Shape =>
    JSON.parse(byId(folder.geodata).get(row.geodata_id as string)?.shape ?? '{"features":[]}');

  it('surround their offices, with a shape for each carrier route', () => {
    const offices = byId(folder.accounts);
    for (const row of [...folder['mailing-areas'], ...folder['mailing-zones']]) {
      const { features } = shapeOf(row);
      expect(features.map(({ properties }) => properties.geocode)).toEqual(row.carrier_routes?.split(';'));
      const office = offices.get(row.account_id as string) as Row;
      for (const ring of features.flatMap(({ geometry }) => geometry.coordinates)) {
        expect(ring.length).toBeGreaterThan(3);
        expect(ring.at(-1)).toEqual(ring[0]);
        for (const [longitude, latitude] of ring) {
          expect(Math.abs(longitude - Number(office.longitude))).toBeLessThan(0.3);
          expect(Math.abs(latitude - Number(office.latitude))).toBeLessThan(0.2);
        }
      }
    }
  });

  it('are divided into zones without overlap, whose neighbors share their corners', () => {
    for (const area of folder['mailing-areas']) {
      const zones = folder['mailing-zones'].filter((zone) => zone.mailing_area_id === area.id);
      const routes = zones.flatMap((zone) => zone.carrier_routes?.split(';') ?? []);
      expect(routes.toSorted()).toEqual(area.carrier_routes?.split(';').toSorted());
      expect(zones.reduce((sum, zone) => sum + Number(zone.quantity), 0)).toBe(Number(area.quantity));
      const corners = shapeOf(area).features.flatMap(({ geometry }) =>
        (geometry.coordinates[0] ?? []).slice(1).map(String),
      );
      expect(new Set(corners).size).toBeLessThan(corners.length * 0.65);
    }
  });

  it('are where MVP and New Mover mailings go, and one is archived', () => {
    const zones = byId(folder['mailing-zones']);
    const sent = folder.campaigns.filter((row) => row.zone_id !== '');
    expect(new Set(sent.map((row) => row.campaign_type))).toEqual(
      new Set(['MVP Mail', 'New Mover Mail', 'New Mover Mail (Print Only)']),
    );
    expect(
      sent.every((row) => zones.get(row.zone_id as string)?.mailing_area_id === row.mailing_area_id),
    ).toBe(true);
    expect(new Set(folder['mailing-areas'].map((row) => row.archived))).toEqual(new Set(['true', 'false']));
  });
});
