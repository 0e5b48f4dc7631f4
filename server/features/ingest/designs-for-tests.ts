import sharp from 'sharp';
import { imagesToPdf } from '../../platform/pictures/image-to-pdf.ts';
import { basicFeed, csv, type FolderContent } from './feed-for-tests.ts';

export const face = (red: number, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 120 } } });
export const png = await face(200).png().toBuffer();
export const jpeg = await face(20).jpeg().toBuffer();
/** Two faces, red in front and blue behind. */
export const pdf = await imagesToPdf(
  await Promise.all(
    (['#d00000', '#0000d0'] as const).map(async (background) => ({
      image: await sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
      width: 300,
      height: 200,
      description: 'A face',
    })),
  ),
  { title: 'Two faces', createdAt: new Date(0) },
);

export const version = (id: string, given: Record<string, string | number> = {}) => ({
  id,
  account_id: 'A1',
  design_id: 'D1',
  version: 1,
  status: 'InReview',
  front: '',
  back: '',
  ...given,
});
export const comment = (id: string, given: Record<string, string | number> = {}) => ({
  id,
  account_id: 'A1',
  design_id: 'D1',
  version_id: 'V1',
  side: 'front',
  x: 0.25,
  y: 0.75,
  body: 'Larger, please.',
  reply_to: '',
  status: 'Pending',
  author_name: 'Sam',
  created_at: '2026-03-01T10:00:00Z',
  ...given,
});
export const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 40],
      [west + 1, 40],
      [west + 1, 41],
      [west, 41],
      [west, 40],
    ],
  ],
});
export const shape = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
export const route = (west: number, properties: object = { geocode: '80202C001' }) => ({
  type: 'Feature',
  properties,
  geometry: square(west),
});

export const designFeed = {
  ...basicFeed,
  'sales-contacts.csv': csv([{ id: 'S1', name: 'Sam', email: 'sam@x.example', picture: 'people/sam.jpg' }]),
  'designs.csv': csv([
    {
      id: 'D1',
      account_id: 'A1',
      name: 'Spring card',
      next_review: 'CustomerReview',
      current_approval_level: 'Marketing Review',
      marketing_review_version: 1,
      archived: false,
      sales_contact_id: 'S1',
      campaign_ids: 'C1',
    },
  ]),
  'design-versions.csv': csv([version('V1', { front: 'cards/front.png', back: 'cards/back.png' })]),
  'review-comments.csv': csv([comment('R1'), comment('R2', { reply_to: 'R1', status: '' })]),
  'geodata.csv': csv([{ id: 'G1', account_id: 'A1', shape: shape(route(-105), route(-104)) }]),
  'mailing-areas.csv': csv([
    { id: 'M1', account_id: 'A1', name: 'Town', color: '#B5006E', geodata_id: 'G1', carrier_routes: 'C1;C2' },
  ]),
  'mailing-zones.csv': csv([
    { id: 'Z1', account_id: 'A1', name: 'North', color: '', mailing_area_id: 'M1', geodata_id: 'G1' },
  ]),
  'cards/front.png': png,
  'cards/back.png': await face(90).png().toBuffer(),
  'people/sam.jpg': jpeg,
} satisfies FolderContent;
