import { describe, expect, test } from 'vitest';
import {
  barsOf,
  initialPlayerState,
  type PlayerEvent,
  type PlayerState,
  playerReducer,
  speeds,
} from './player-state.ts';

const after = (state: PlayerState, ...events: PlayerEvent[]) => events.reduce(playerReducer, state);

describe('a player', () => {
  test('offers the seven speeds and starts at 1', () => {
    expect(speeds).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]);
    expect(initialPlayerState(60).speed).toBe(1);
    expect(after(initialPlayerState(60), { type: 'speed', speed: 1.5 }).speed).toBe(1.5);
  });

  test.each([
    [-3, 0],
    [0, 0],
    [12.5, 12.5],
    [60, 60],
    [75, 60],
    [Number.NaN, 0],
  ])('seeks to %s in a recording of 60 seconds as %s', (position, expected) => {
    expect(after(initialPlayerState(60), { type: 'seek', position }).position).toBe(expected);
  });

  test('restores the volume after unmuting', () => {
    const muted = after(initialPlayerState(60, { speed: 1, volume: 0.6 }), { type: 'mute toggled' });
    expect(muted.volume).toBe(0);
    expect(after(muted, { type: 'mute toggled' }).volume).toBe(0.6);
  });

  test('unmutes to 0.1 after the volume was turned down to 0', () => {
    expect(
      after(initialPlayerState(60), { type: 'volume', volume: 0 }, { type: 'mute toggled' }).volume,
    ).toBe(0.1);
    expect(after(initialPlayerState(60, { speed: 1, volume: 0 }), { type: 'mute toggled' }).volume).toBe(0.1);
  });

  test('keeps the volume between 0 and 1', () => {
    expect(after(initialPlayerState(60), { type: 'volume', volume: 1.4 }).volume).toBe(1);
    expect(after(initialPlayerState(60), { type: 'volume', volume: -1 }).volume).toBe(0);
  });

  test('plays from the start after its end', () => {
    const ended = after(
      initialPlayerState(60),
      { type: 'play requested' },
      { type: 'playing' },
      { type: 'ended' },
    );
    expect(ended).toMatchObject({ status: 'paused', position: 60 });
    expect(after(ended, { type: 'play requested' })).toMatchObject({ status: 'starting', position: 0 });
  });

  test('reports why it failed until play is requested again', () => {
    const failed = after(
      initialPlayerState(60),
      { type: 'play requested' },
      { type: 'failed', problem: 'No.' },
      { type: 'paused' },
    );
    expect(failed).toMatchObject({ status: 'failed', problem: 'No.' });
    expect(after(failed, { type: 'play requested' })).toMatchObject({ status: 'starting', problem: null });
  });

  test('takes the duration from the recording and stays within it', () => {
    const state = after(
      initialPlayerState(60),
      { type: 'seek', position: 59 },
      { type: 'duration known', duration: 42.5 },
    );
    expect(state).toMatchObject({ duration: 42.5, position: 42.5 });
    expect(after(state, { type: 'duration known', duration: Number.POSITIVE_INFINITY }).duration).toBe(42.5);
  });
});

describe('waveform bars', () => {
  test('show the loudest peak of their part', () => {
    expect(barsOf([1, 9, 3, 4, 8, 2], 3)).toEqual([9, 4, 8]);
  });
  test('repeat peaks if there are fewer than bars', () => {
    expect(barsOf([10, 20], 4)).toEqual([10, 10, 20, 20]);
  });
  test('are empty without peaks', () => {
    expect(barsOf([], 100)).toEqual([]);
  });
});
