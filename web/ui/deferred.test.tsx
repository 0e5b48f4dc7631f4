// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Deferred } from './deferred.tsx';

const setActEnvironment = (enabled: boolean) =>
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: enabled });
setActEnvironment(true);

const page = document.createElement('div');
let root: Root;
let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  window.requestAnimationFrame = (frame) => frames.push(frame);
  // a task after the paint runs at once
  Object.assign(window, {
    scheduler: {
      postTask: (task: () => void) => {
        task();
        return Promise.resolve();
      },
    },
  });
  root = createRoot(page);
});

const paint = () =>
  act(() => {
    const painted = frames;
    frames = [];
    for (const frame of painted) frame(0);
  });

afterEach(() => {
  act(() => root.unmount());
  while (frames.length > 0) paint();
});

const cards = (...names: string[]) =>
  names.map((name) => (
    <Deferred until="idle" key={name} fallback={<i>{name} later </i>}>
      <b>{name} </b>
    </Deferred>
  ));

test('draws cards in order, one after each paint, in their reserved space', () => {
  act(() => root.render(cards('first', 'second', 'third')));
  expect(page.textContent).toBe('first later second later third later ');
  paint();
  expect(page.textContent).toBe('first second later third later ');
  paint();
  expect(page.textContent).toBe('first second third later ');
  paint();
  expect(page.textContent).toBe('first second third ');
});

test('draws all cards before the page is printed', () => {
  act(() => root.render(cards('first', 'second', 'third')));
  paint();
  setActEnvironment(false);
  window.dispatchEvent(new Event('beforeprint'));
  setActEnvironment(true);
  expect(page.textContent).toBe('first second third ');
  paint();
  expect(page.textContent).toBe('first second third ');
});

test('draws nested waiting cards before the page is printed', () => {
  const inner = (
    <Deferred until="idle" fallback={<i>inner later </i>}>
      inner
    </Deferred>
  );
  act(() =>
    root.render(
      <Deferred until="idle" fallback={<i>later </i>}>
        {inner}
      </Deferred>,
    ),
  );
  setActEnvironment(false);
  window.dispatchEvent(new Event('beforeprint'));
  setActEnvironment(true);
  expect(page.textContent).toBe('inner');
});

test('does not draw a removed card, but draws the others', () => {
  act(() => root.render(cards('first', 'second')));
  act(() => root.render(cards('second')));
  paint();
  expect(page.textContent).toBe('second ');
});

test('draws later additions after the next paint', () => {
  act(() => root.render(cards('first')));
  paint();
  paint();
  act(() => root.render(cards('first', 'second')));
  expect(page.textContent).toBe('first second later ');
  paint();
  expect(page.textContent).toBe('first second ');
});
