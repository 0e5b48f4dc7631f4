// @vitest-environment jsdom
import { viewAddressOf, type ViewPath } from '@mailcall/contract/rules/view-address.ts';
import { expect, test } from 'vitest';
import type { Address } from '../../platform/address.ts';
import { deskFromAddress } from '../callbacks/desk-address.ts';
import { listFromAddress as callsFromAddress } from '../calls/list-address.ts';
import { listFromAddress as mailingsFromAddress } from '../campaigns/list-address.ts';
import { leaderboardFromAddress } from '../front-desk/front-desk-address.ts';
import { mapsFromAddress } from '../maps/maps-address.ts';
import { callbacksFromAddress } from '../scoreboard/callbacks-address.ts';
import { linesFromAddress } from '../tracking-lines/lines-address.ts';

/** Parameters that no view keeps: pages, and layers over a screen. */
const left: Readonly<Record<ViewPath, readonly string[]>> = {
  '/campaigns': ['page'],
  '/scoreboard': ['page', 'staffPage'],
  '/callbacks': ['page', 'caller', 'result', 'rows', 'rowsHour', 'rowsOffice', 'rowsStaff', 'rowsPage'],
  '/tracking-lines': ['page'],
  '/maps': ['page', 'open'],
};

function readBy(read: (address: Address) => unknown, ...addresses: readonly Address[]): Set<string> {
  const names = new Set<string>();
  for (const address of addresses)
    read(
      new Proxy(address, {
        get(values, name) {
          names.add(String(name));
          return Reflect.get(values, name) as unknown;
        },
      }),
    );
  return names;
}

test.each<[ViewPath, (address: Address) => unknown, ...Address[]]>([
  ['/campaigns', mailingsFromAddress],
  ['/scoreboard', callsFromAddress],
  ['/scoreboard', leaderboardFromAddress],
  ['/scoreboard', callbacksFromAddress, { callbacks: 'all' }],
  ['/callbacks', deskFromAddress, { caller: 'c' }, { tab: 'figures', rows: 'missed' }],
  ['/tracking-lines', linesFromAddress],
  ['/maps', mapsFromAddress],
])(
  'a view of %s keeps what %o reads of its address, or leaves it out on purpose',
  (path, read, ...addresses) => {
    const names = [...readBy(read, {}, ...addresses)];
    expect(names.length).toBeGreaterThan(1);
    const kept = names.filter((name) => viewAddressOf(path, { [name]: 'x' })[name] === 'x');
    expect(names.filter((name) => !kept.includes(name) && !left[path].includes(name))).toEqual([]);
    // a parameter left out here is not kept by another rule
    expect(kept.filter((name) => left[path].includes(name))).toEqual([]);
  },
);
