// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { saveSession } from '../../platform/session-store.ts';
import { account } from '../accounts/account-for-tests.ts';
import { ViewFieldInputs } from './view-fields.tsx';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
Element.prototype.scrollIntoView = () => {};

const page = document.createElement('div');
afterEach(cleanup);

function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('chooses an office on Enter in the list and never submits the form with another', () => {
  saveSession(sessionWith({ accounts: [account('north', 'North'), account('south', 'South')] }));
  const onChange = vi.fn();
  render(
    <MantineProvider>
      <ViewFieldInputs value={{ name: 'Desk', accountId: 'north' }} office="north" onChange={onChange} />
    </MantineProvider>,
    { container: document.body.appendChild(page) },
  );
  const office = page.querySelector<HTMLInputElement>('input[role="combobox"]');
  if (!office) throw new Error('no list of offices');
  const pressEnter = () => {
    const press = new KeyboardEvent('keydown', {
      key: 'Enter',
      code: 'Enter',
      bubbles: true,
      cancelable: true,
    });
    act(() => void office.dispatchEvent(press));
    // browsers submit a field's form unless the press is handled
    return press.defaultPrevented ? 'handled' : 'submits';
  };

  act(() => office.focus());
  act(() => type(office, 'nowhere'));
  expect([pressEnter(), onChange.mock.calls]).toEqual(['handled', []]);
  act(() => type(office, 'Sou'));
  expect([pressEnter(), onChange.mock.calls]).toEqual(['handled', [[{ name: 'Desk', accountId: 'south' }]]]);
});
