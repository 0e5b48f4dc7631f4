import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HouseholdGroups } from './group-households.ts';

type Row = Parameters<HouseholdGroups['add']>[1];
const nothing: Row = {
  address: null,
  city: null,
  state: null,
  zip: null,
  latitude: null,
  longitude: null,
  carrierRoute: null,
  productionCents: null,
};
const grouped = (rows: readonly (Partial<Row> & { id?: string })[]) => {
  const groups = new HouseholdGroups();
  const ids = rows.map(({ id, ...row }, at) => groups.add(id ?? String(at), { ...nothing, ...row }));
  return { ids, households: groups.households };
};
const home = { address: '12 Main St', city: 'Denver', state: 'CO', zip: '80202' };

test.each<[name: string, rows: Partial<Row>[], households: number]>([
  ['one address in two spellings is one household', [home, { ...home, address: '12 main street' }], 1],
  ['units are apart', [home, { ...home, address: '12 Main St #4' }], 2],
  ['ZIP codes are apart', [home, { ...home, zip: '80203' }], 2],
  ['the city does not divide a ZIP code', [home, { ...home, city: 'Lakewood' }], 1],
  ['rows without an address are households of their own', [{ zip: '80202' }, { zip: '80202' }], 2],
  [
    'an address of signs only is none',
    [
      { address: '--.', zip: '80202' },
      { address: '.', zip: '80202' },
    ],
    2,
  ],
  [
    'without ZIP codes, cities are apart',
    [
      { ...home, zip: null },
      { ...home, zip: null, city: 'Boulder' },
      { ...home, zip: null, city: 'BOULDER ' },
    ],
    2,
  ],
])('%s', (_, rows, households) => {
  expect(grouped(rows).households).toHaveLength(households);
});

test('adds up patients and production, and keeps a point and a route that rows give', () => {
  const { households } = grouped([
    { ...home, productionCents: 10_000 },
    { ...home, latitude: 39.7, longitude: -104.9, carrierRoute: 'C7', productionCents: -500 },
    home,
  ]);
  expect(households).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      addressKey: '12 MAIN ST',
      ...home,
      given: { latitude: 39.7, longitude: -104.9 },
      carrierRoute: '80202C007',
      patientCount: 3,
      productionCents: 9_500,
    },
  ]);
});

test('the order of the rows changes nothing', () => {
  const row = fc.record({
    address: fc.constantFrom(null, '12 Main St', '12 main street', '9 Oak Ave', '9 Oak Avenue #2'),
    city: fc.constantFrom(null, 'Denver', 'Lakewood'),
    state: fc.constantFrom(null, 'CO'),
    zip: fc.constantFrom(null, '80202', '80203'),
    latitude: fc.constantFrom(null, 39.5, 39.6),
    longitude: fc.constantFrom(-104.5, -104.6),
    carrierRoute: fc.constantFrom(null, 'C001', 'C002'),
    productionCents: fc.constantFrom(null, 100, 250),
  });
  const rows = fc
    .array(row, { maxLength: 12 })
    .map((all) => all.map((each, at) => ({ ...each, id: `r${at}` })));
  const sorted = ({ households }: ReturnType<typeof grouped>) =>
    households.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  fc.assert(
    fc.property(rows, (given) => {
      const reversed = given.toReversed();
      expect(sorted(grouped(reversed))).toEqual(sorted(grouped(given)));
      const counted = grouped(given).households.reduce((sum, { patientCount }) => sum + patientCount, 0);
      expect(counted).toBe(given.length);
    }),
    { numRuns: 200 },
  );
});
