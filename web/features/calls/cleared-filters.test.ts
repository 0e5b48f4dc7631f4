import { defaultScope, type Scope } from '@mailcall/contract/scope/scope.ts';
import { describe, expect, test } from 'vitest';
import { clearedAfter, type ListInScope, restored } from './cleared-filters.ts';
import { listFromAddress, type ListState } from './list-address.ts';

const plain = listFromAddress({ outcome: 'all calls' });
const filtered: ListState = { ...plain, filters: { callerGender: ['Female'] }, page: 3 };
const searched: ListState = { ...plain, search: 'tom' };
const year: Scope = { ...defaultScope, preset: 'year' };
const mailings: Scope = { ...defaultScope, campaignType: 'mvp-mail' };
const oneOffice: Scope = { ...defaultScope, accountIds: ['east'] };
const at = (scope: Scope, list: ListState): ListInScope => ({ scope, list });

describe('filters cleared by a change of the scope', () => {
  test.each([
    ['new dates', at(defaultScope, filtered), at(year, plain), { by: 'dates', list: filtered }],
    ['new dates, a search', at(defaultScope, searched), at(year, plain), { by: 'dates', list: searched }],
    ['other campaigns', at(defaultScope, filtered), at(mailings, plain), { by: 'campaigns', list: filtered }],
    ['other accounts', at(defaultScope, filtered), at(oneOffice, plain), { by: 'accounts', list: filtered }],
    [
      'several together, by Back or a link',
      at(defaultScope, filtered),
      at({ ...year, campaignType: 'mvp-mail' }, plain),
      { by: 'dates', list: filtered },
    ],
    ['new dates, nothing to clear', at(defaultScope, plain), at(year, plain), null],
    ['the person’s own clearing', at(defaultScope, filtered), at(defaultScope, plain), null],
    ['a link with filters', at(defaultScope, searched), at(year, filtered), null],
  ] as const)('%s', (_, before, now, cleared) => {
    expect(clearedAfter(null, before, now)).toEqual(cleared);
  });

  const cleared = { by: 'dates', list: filtered } as const;
  test('stay during sorting, paging and in another scope', () => {
    expect(clearedAfter(cleared, at(year, plain), at(year, { ...plain, page: 2 }))).toBe(cleared);
    expect(clearedAfter(cleared, at(year, plain), at(mailings, plain))).toBe(cleared);
  });

  test('are dropped when the list is filtered again or they are restored', () => {
    expect(clearedAfter(cleared, at(year, plain), at(year, searched))).toBeNull();
    const back = restored({ ...plain, sort: 'callDuration', page: 2 }, cleared);
    expect(back).toEqual({ ...filtered, sort: 'callDuration', page: 1 });
    expect(clearedAfter(cleared, at(year, plain), at(year, back))).toBeNull();
  });
});
