import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import { mapsFromAddress, mapsToAddress, type MapsState } from './maps-address.ts';

const initial: MapsState = {
  area: null,
  open: null,
  shown: null,
  hidden: new Set(),
  lists: [],
  shading: null,
  table: null,
  sort: null,
  dir: null,
  page: 1,
  view: null,
};

const chosen: MapsState = {
  area: 'area 1',
  open: { kind: 'zone', id: 'a:b,c' },
  shown: new Set(['zone 2', 'zone,3']),
  hidden: new Set(['office 1', 'office 2']),
  lists: ['list 1', 'list 2'],
  shading: 'appointments',
  table: 'households',
  sort: 'production',
  dir: 'desc',
  page: 3,
  view: { latitude: 35.5951, longitude: -82.5515, zoom: 10.25 },
};

test('reads a URL without parameters as the initial state, which writes none', () => {
  expect(mapsFromAddress({})).toEqual(initial);
  expect(writeAddress(mapsToAddress(initial))).toBe('');
});

test('restores a state after a reload', () => {
  expect(mapsFromAddress(parseAddress(writeAddress(mapsToAddress(chosen))))).toEqual(chosen);
});

test('reads one list, zone or hidden office like several', () => {
  const one = { shown: new Set(['z']), hidden: new Set(['o']), lists: ['l'] };
  expect(mapsFromAddress(parseAddress(writeAddress(mapsToAddress(one))))).toEqual({ ...initial, ...one });
});

test.each([
  ['open=zone', {}],
  ['open=planet:mars', {}],
  ['open=zone:', {}],
  ['table=planets', {}],
  ['shading=calls', {}],
  ['page=0', {}],
  ['at=95,0,3', {}],
  ['at=35,-82', {}],
  ['at=35,,3', {}],
  ['at=35,-82,99', {}],
  ['at=35,-82,9', { view: { latitude: 35, longitude: -82, zoom: 9 } }],
])('reads ?%s', (query, difference) => {
  expect(mapsFromAddress(parseAddress(`?${query}`))).toEqual({ ...initial, ...difference });
});

test.each([new Set<string>(), 'all'] as const)('%o shown is not the default', (shown) => {
  expect(mapsFromAddress(parseAddress(writeAddress(mapsToAddress({ shown }))))).toEqual({
    ...initial,
    shown,
  });
});

test('leaves other parameters alone when writing a part', () => {
  expect(mapsToAddress({ table: 'zones' })).toEqual({ table: 'zones' });
  expect(mapsToAddress({ table: null, open: null })).toEqual({ table: undefined, open: undefined });
});
