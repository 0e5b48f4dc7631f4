// @vitest-environment jsdom
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ValueField } from './filter-field.tsx';
import { filterOptionsQuery } from './filter-options.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const page = document.createElement('div');
afterEach(() => {
  cleanup();
  chosen.length = 0;
});

const accountsOfRequest = { accountIds: ['own'] };
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
client.setQueryData(
  filterOptionsQuery('recordType', accountsOfRequest).queryKey,
  ['Mail Call', 'Web Call', 'Walk-in'].map((value) => ({ value, label: value })),
);

const chosen: string[][] = [];
const choice = (values: string[]) => void chosen.push(values);

function show(values: readonly string[]) {
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <ValueField
          filter="recordType"
          title="Record type"
          values={values}
          accountsOfRequest={accountsOfRequest}
          wording={wordingOf({ clientLabel: 'Patient', businessLabel: 'Practice', industry: 'Dental' })}
          onChange={choice}
          onTurnOff={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
    { container: document.body.appendChild(page) },
  );
}

const tags = () => [...page.querySelectorAll('.mantine-Pill-root')].map((tag) => tag.textContent);

function press(key: string) {
  const input = page.querySelector('input[type="text"], input:not([type])') ?? page;
  act(() => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
}

test.each([
  [[], []],
  [['Web Call'], ['Web Call']],
  [
    ['Web Call', 'Mail Call'],
    ['Web Call', '+1, and Mail Call'],
  ],
  [
    ['Web Call', 'Mail Call', 'Walk-in'],
    ['Web Call', '+2, and Mail Call, Walk-in'],
  ],
  [
    ['not offered any more', 'Mail Call'],
    ['not offered any more', '+1, and Mail Call'],
  ],
])('of the values %j it shows one tag and how many others there are', (values, texts) => {
  show(values);
  expect(tags()).toEqual(texts);
});

const all = ['Web Call', 'Mail Call', 'Walk-in'];

test('removes the last value even while the address still has earlier choices', () => {
  show([]);
  show(all);
  press('Backspace');
  press('Backspace');
  expect(chosen).toEqual([['Web Call', 'Mail Call'], ['Web Call']]);
  // the address follows: first with the earlier choice
  show(['Web Call', 'Mail Call']);
  expect(tags()).toEqual(['Web Call']);
  show(['Web Call']);
  expect(tags()).toEqual(['Web Call']);
});

test('shows the values that the address gets by Back, by a chip or by a link', () => {
  show(all);
  press('Backspace');
  show(['Web Call', 'Mail Call']);
  show(all);
  expect(tags()).toEqual(['Web Call', '+2, and Mail Call, Walk-in']);
  press('Backspace');
  show(['Walk-in']);
  expect(tags()).toEqual(['Walk-in']);
});
