import { weighted } from './random.ts';
import { dental, dentalInsurances } from './trade-dental.ts';
import type { Item, Trade } from './trade.ts';

const item = (id: string, name: string, phrase: string): Item => ({ id, name, phrase });

export const orthodontics: Trade = {
  ...dental,
  key: 'orthodontics',
  industry: 'Orthodontics',
  visit: 'a free consultation',
  expert: 'the orthodontist',
  hours: [null, [8, 17], [8, 18], [8, 17], [8, 18], [8, 13], null],
  season: [1.02, 0.94, 0.96, 0.95, 1.02, 1.2, 1.22, 1.18, 0.92, 0.9, 0.88, 0.8],
  spring2020: 0.35,
  staffTypes: [
    'Front Desk',
    'Treatment Coordinator',
    'Office Manager',
    'Financial Coordinator',
    'Clinical Assistant',
  ],
  services: weighted<Item>([
    [item('service-aligners', 'Clear Aligners', 'clear aligners'), 34],
    [item('service-braces-teen', 'Braces for Teens', 'braces for a teenager'), 30],
    [item('service-braces-adult', 'Braces for Adults', 'braces as an adult'), 13],
    [item('service-early', 'Early Treatment (Phase I)', 'early treatment for a seven-year-old'), 12],
    [item('service-retainers', 'Retainers', 'a replacement retainer'), 11],
  ]),
  offers: weighted<Item>([
    [
      item(
        'offer-ortho-consult',
        'Free Consultation & Digital Scan',
        'the free consultation with a digital scan',
      ),
      46,
    ],
    [item('offer-ortho-500', '$500 Off Full Treatment', '$500 off full treatment'), 30],
    [item('offer-ortho-129', 'Braces From $129 a Month', 'braces from $129 a month'), 24],
  ]),
  insurances: dentalInsurances.slice(0, 8),
  paymentTypes: weighted([
    ['PPO Insurance', 38],
    ['Financing', 30],
    ['Self-Pay / Cash', 15],
    ['Medicaid / State Plan', 9],
    ['Unknown', 8],
  ]),
  themes: [
    'Free Consultation',
    'Straight Smiles for Summer',
    'Aligners for Adults',
    'Back to School Braces',
    'Sibling Savings',
    'Flexible Monthly Plans',
    'Flex Dollars Reminder',
  ],
  details: [
    'was referred by the family dentist',
    'wants to start before the school year',
    'has two children who may need braces',
    'wore braces as a teenager and teeth have shifted',
    'wants to compare aligners with braces',
    'asked about monthly payments',
    'would like to use flex spending dollars',
    'prefers an appointment after school',
    'is getting married next year',
  ],
};
