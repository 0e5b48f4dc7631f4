// @vitest-environment jsdom
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionWith } from '../../platform/session-for-tests.ts';
import { clearSession, saveSession } from '../../platform/session-store.ts';
import { DeskForm } from './desk-form.tsx';
import { ScoringDesk } from './desk.ts';
import { FakeServer } from './server-for-tests.ts';
import { useDeskState } from './use-desk.ts';

window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

// a text area measures its font
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

let desk: ScoringDesk;
const played = vi.fn<(seconds: number) => void>();

function Form() {
  const state = useDeskState(desk);
  return state.work === null ? null : (
    <DeskForm
      desk={desk}
      state={state}
      work={state.work}
      problems={state.problems}
      wording={wordingOf(null)}
      rubric={undefined}
      foldsRubric={false}
      onSeek={() => {}}
      onPlay={played}
    />
  );
}

async function show(server: FakeServer): Promise<void> {
  desk = new ScoringDesk(server, () => '1');
  desk.start(null);
  await vi.waitFor(() => expect(desk.read().next).toBe('ready'));
  render(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  );
}

beforeEach(() => {
  saveSession(sessionWith({ contactId: 'nora' }));
  return show(new FakeServer('c1', 'c2'));
});
afterEach(() => {
  cleanup();
  desk.close();
  clearSession('logged out');
  sessionStorage.clear();
});

const press = (...keys: string[]) => act(() => keys.forEach((key) => desk.press(key)));
const field = (name: string) => screen.getByRole('group', { name });
const focused = () => document.activeElement?.getAttribute('data-field');

test('focuses the field that comes next', () => {
  expect(focused()).toBe('answeredBy');
  press('1');
  expect(focused()).toBe('handler');
  fireEvent.click(within(field('Patient type, required')).getByRole('button', { name: 'Unknown' }));
  expect(desk.read().work?.keys.values.patientType).toBe('Unknown');
  expect(focused()).toBe('opportunity');
});

test('goes on with Tab from a field, and leaves the form to the browser when nothing is missing', () => {
  press('3');
  expect(focused()).toBe('voicemailLeftMessage');
  expect(fireEvent.keyDown(field('Left a message, required'), { key: 'Tab' })).toBe(true);
  press('1');
  expect(focused()).toBe('voicemailOutcome');
  expect(fireEvent.keyDown(field('Voicemail outcome, required'), { key: 'Tab' })).toBe(false);
  expect(focused()).toBe('voicemailWantsAppointment');
  expect(
    fireEvent.keyDown(field('Message asks for an appointment, required'), { key: 'Tab', shiftKey: true }),
  ).toBe(true);
});

test('types a name, and leaves the text with Escape', () => {
  press('1', 'n');
  const name = within(field('Caller name')).getByRole('textbox');
  expect(document.activeElement).toBe(name);
  fireEvent.change(name, { target: { value: 'Kim Ortiz' } });
  fireEvent.keyDown(name, { key: 'Escape' });
  expect([focused(), desk.read().work?.keys.values.callerName]).toEqual(['callerName', 'Kim Ortiz']);
});

test('finds a name by typing, and adds one that the office lacks', () => {
  press('1', 'v', 'v');
  const find = within(field('Services')).getByRole('combobox');
  expect(document.activeElement).toBe(find);
  fireEvent.change(find, { target: { value: 'cle' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Cleaning',
    'Add “cle” new',
  ]);
  fireEvent.keyDown(find, { key: 'Enter' });
  fireEvent.change(find, { target: { value: 'Veneers' } });
  fireEvent.keyDown(find, { key: 'Enter' });
  expect(desk.read().work?.keys.values.services).toEqual([
    { id: 'v1', name: 'Cleaning', acceptance: null },
    { id: null, name: 'Veneers', acceptance: null },
  ]);
  expect(within(field('Services')).getByText('new')).toBeTruthy();
});

test.each([
  ['Staff member', 't', 'Ana Front'],
  ['Patient type, required', 'p', 'Unknown'],
  ['Good first impression, required', 'g', 'Yes'],
])('saves by Enter on an option of %s', (name, key, option) => {
  press('1', key);
  const before = desk.read().work?.keys.values;
  const button = within(field(name)).getByRole('button', { name: option });
  button.focus();
  // false: the browser does not press the button
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(false);
  expect(desk.read().work?.keys.values).toEqual(before);
  expect(desk.read().problems.patientType).toBe('Choose the patient type.');
  expect(fireEvent.keyDown(button, { key: ' ' })).toBe(true);
});

test('a letter only goes to a yes-no, which the number answers', () => {
  press('1', 'h');
  expect([focused(), desk.read().work?.keys.values.placedOnHold]).toEqual(['placedOnHold', null]);
  press('2');
  expect(desk.read().work?.keys.values.placedOnHold).toBe(false);
});

test('picks the typed name by Ctrl and Enter, which the page saves', () => {
  press('1', 'v', 'v');
  const find = within(field('Services')).getByRole('combobox');
  fireEvent.change(find, { target: { value: 'cle' } });
  expect(fireEvent.keyDown(find, { key: 'Enter', ctrlKey: true })).toBe(true);
  expect(desk.read().work?.keys.values.services).toMatchObject([{ name: 'Cleaning' }]);
});

test('scrolls to the current field and the one after it', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  press('1');
  expect(scrolled.mock.contexts.map((element) => (element as HTMLElement).dataset['field'])).toEqual([
    'interactedWithIvr',
    'handler',
  ]);
  scrolled.mockRestore();
});

test('shows only the answers of long lists until they are open', () => {
  press('1', '1');
  expect(
    within(field('Staff member')).getByRole('button', { name: 'Change Staff member: Ana Front' }),
  ).toBeTruthy();
  press('t');
  expect(within(field('Staff member')).getByRole('button', { name: 'Ana Front' })).toBeTruthy();
});

test('shows a suggestion with its quotation until the field has an answer', async () => {
  cleanup();
  desk.close();
  await show(
    new FakeServer('c1', 'c2').suggest('c1', [
      { field: 'answeredBy', value: 'Staff', quotation: '<b>this is</b> Ana', at: 1500 },
    ]),
  );
  const answeredBy = within(field('Answered by, required'));
  fireEvent.click(answeredBy.getByRole('button', { name: 'Play from 0:01: <b>this is</b> Ana' }));
  expect(played).toHaveBeenCalledWith(1.5);
  expect(answeredBy.queryAllByRole('button', { pressed: true })).toEqual([]);
  fireEvent.click(answeredBy.getByRole('button', { name: 'Accept the suggestion for Answered by: Staff' }));
  expect(desk.read().work?.keys.values.answeredBy).toBe('Staff');
  expect(answeredBy.queryByRole('button', { name: /^Accept/ })).toBeNull();
});
