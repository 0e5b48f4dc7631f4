// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { focusNextFrame } from './focus-next-frame.ts';

const frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  document.body.innerHTML = '<button id="opened"></button><button id="save"></button><input id="field">';
});

const element = (id: string) => document.getElementById(id);
const nextFrame = () => {
  for (const frame of frames.splice(0)) frame(0);
};

test.each([
  ['the focus stayed where it was', () => {}],
  ['the element with the focus is gone', () => element('opened')?.remove()],
])('focuses the element in the next frame: %s', (_, happens) => {
  element('opened')?.focus();
  focusNextFrame(() => element('field'));
  happens();
  nextFrame();
  expect(document.activeElement?.id).toBe('field');
});

test('leaves the focus where a person put it before the next frame', () => {
  element('opened')?.focus();
  focusNextFrame(() => element('field'));
  element('save')?.focus();
  nextFrame();
  expect(document.activeElement?.id).toBe('save');
});
