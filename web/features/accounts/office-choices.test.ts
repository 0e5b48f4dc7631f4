import { expect, test } from 'vitest';
import { account } from './account-for-tests.ts';
import { officeChoices } from './office-choices.ts';

const accounts = [
  account('group', 'Lakeside Dental Group'),
  account('austin', 'Lakeside Austin', 'group'),
  account('denver', 'Denver Smiles', 'group'),
  account('ortho', 'Summit Orthodontics'),
  { ...account('granted', 'Granted Dental'), readOnly: true },
];
const searches: [searchText: string, found: string[]][] = [
  ['', ['austin', 'denver', 'ortho']],
  ['lakeside', ['austin', 'denver']],
  ['DENVER ', ['denver']],
  ['granted', []],
];

test.each(searches)(
  'a search for "%s" finds the offices %j, without accounts that only a grant shows',
  (text, found) => {
    expect(officeChoices(accounts, text).map(({ id }) => id)).toEqual(found);
  },
);

test('an office names the account whose sub-account it is', () => {
  expect(officeChoices(accounts)[0]).toEqual({
    id: 'austin',
    name: 'Lakeside Austin',
    groupName: 'Lakeside Dental Group',
  });
  expect(officeChoices(accounts)[2]?.groupName).toBeNull();
});
