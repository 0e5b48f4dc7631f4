import { describe, expect, test } from 'vitest';
import {
  barsOf,
  freshPlayer,
  type PlayerEvent,
  type PlayerState,
  playerAfter,
  speeds,
} from './player-state.ts';

const after = (state: PlayerState, ...events: PlayerEvent[]) => events.reduce(playerAfter, state);

describe('a player', () => {
  test('offers the seven speeds and starts at 1', () => {
    expect(speeds).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]);
    expect(freshPlayer(60).speed).toBe(1);
    expect(after(freshPlayer(60), { type: 'speed', speed: 1.5 }).speed).toBe(1.5);
  });

  test.each([
    [-3, 0],
    [0, 0],
    [12.5, 12.5],
    [60, 60],
    [75, 60],
    [Number.NaN, 0],
  ])('seeks to %s of a minute as %s', (position, expected) => {
    expect(after(freshPlayer(60), { type: 'seek', position }).position).toBe(expected);
  });

  test('muting and unmuting restores the volume before', () => {
    const muted = after(freshPlayer(60, { speed: 1, volume: 0.6 }), { type: 'mute toggled' });
    expect(muted.volume).toBe(0);
    expect(after(muted, { type: 'mute toggled' }).volume).toBe(0.6);
  });

  test('unmuting what was turned down to nothing gives 0.1', () => {
    expect(after(freshPlayer(60), { type: 'volume', volume: 0 }, { type: 'mute toggled' }).volume).toBe(0.1);
    expect(after(freshPlayer(60, { speed: 1, volume: 0 }), { type: 'mute toggled' }).volume).toBe(0.1);
  });

  test('volume stays between 0 and 1', () => {
    expect(after(freshPlayer(60), { type: 'volume', volume: 1.4 }).volume).toBe(1);
    expect(after(freshPlayer(60), { type: 'volume', volume: -1 }).volume).toBe(0);
  });

  test('plays again from the start after its end', () => {
    const ended = after(freshPlayer(60), { type: 'play asked' }, { type: 'playing' }, { type: 'ended' });
    expect(ended).toMatchObject({ status: 'paused', position: 60 });
    expect(after(ended, { type: 'play asked' })).toMatchObject({ status: 'starting', position: 0 });
  });

  test('says why it failed until it is asked to play again', () => {
    const failed = after(
      freshPlayer(60),
      { type: 'play asked' },
      { type: 'failed', problem: 'No.' },
      { type: 'paused' },
    );
    expect(failed).toMatchObject({ status: 'failed', problem: 'No.' });
    expect(after(failed, { type: 'play asked' })).toMatchObject({ status: 'starting', problem: null });
  });

  test('takes the length from the recording and stays within it', () => {
    const state = after(
      freshPlayer(60),
      { type: 'seek', position: 59 },
      { type: 'duration known', duration: 42.5 },
    );
    expect(state).toMatchObject({ duration: 42.5, position: 42.5 });
    expect(after(state, { type: 'duration known', duration: Number.POSITIVE_INFINITY }).duration).toBe(42.5);
  });
});

describe('bars of a waveform', () => {
  test('are the loudest of their share', () => {
    expect(barsOf([1, 9, 3, 4, 8, 2], 3)).toEqual([9, 4, 8]);
  });
  test('repeat when there are fewer peaks than bars', () => {
    expect(barsOf([10, 20], 4)).toEqual([10, 10, 20, 20]);
  });
  test('are none without peaks', () => {
    expect(barsOf([], 100)).toEqual([]);
  });
});
