// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { account } from './account-for-tests.ts';
import { accountChoices } from './account-choices.ts';

const accounts = [
  account('group', 'Lakeside Dental Group'),
  account('austin', 'Lakeside Austin', 'group'),
  account('denver', 'Denver Smiles', 'group'),
  account('ortho', 'Summit Orthodontics'),
  { ...account('granted', 'Granted Dental'), readOnly: true },
];
const searches: [searchText: string, found: string[]][] = [
  ['', ['group', 'austin', 'denver', 'ortho']],
  ['lakeside', ['group', 'austin', 'denver']],
  ['DENVER ', ['denver']],
  ['granted', []],
];

test.each(searches)(
  'finds for "%s" the accounts %j, without accounts that only a grant shows',
  (text, found) => {
    expect(accountChoices(accounts, text).map(({ id }) => id)).toEqual(found);
  },
);

test('counts a group’s offices and names an office’s group', () => {
  const [group, austin, , ortho] = accountChoices(accounts);
  expect(group).toMatchObject({ groupName: null, officeCount: 2 });
  expect(austin).toMatchObject({ groupName: 'Lakeside Dental Group', officeCount: 0 });
  expect(ortho).toMatchObject({ groupName: null, officeCount: 0 });
});
