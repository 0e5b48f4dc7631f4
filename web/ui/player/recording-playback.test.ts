// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { PlayerEvent } from './player-state.ts';
import { RecordingPlayback } from './recording-playback.ts';

/** Audio element of a browser without sound: starts, then fails each time. */
class ElementWithoutSound extends EventTarget {
  src = '';
  currentTime = 0;
  readonly error = { code: 3, MEDIA_ERR_NETWORK: 2 };
  load() {}
  pause() {}
  removeAttribute() {}
  play() {
    this.dispatchEvent(new Event('playing'));
    this.dispatchEvent(new Event('error'));
    return Promise.resolve();
  }
}

test('a seek and a play of one press begin at the place, before anything was loaded', async () => {
  const element = new ElementWithoutSound();
  const requested = Promise.withResolvers<void>();
  const playback = new RecordingPlayback(element as unknown as HTMLAudioElement, {
    state: () => ({ position: 0, duration: 60 }),
    fetchSource: async () => {
      requested.resolve();
      return { url: '/recording', expiresAt: Date.now() + 60_000 };
    },
    onEvent: () => {},
  });
  playback.seek(28);
  playback.play();
  await requested.promise;
  element.dispatchEvent(new Event('loadedmetadata'));
  expect(element.currentTime).toBe(28);
  playback.dispose();
});

describe('a recording that starts and fails', () => {
  test('requests it twice at one position, then reports the failure', async () => {
    // an endless loop ends by the test, not by its timeout
    const maxRequests = 20;
    let requests = 0;
    const failure = await new Promise<PlayerEvent>((resolve) => {
      const playback = new RecordingPlayback(new ElementWithoutSound() as unknown as HTMLAudioElement, {
        state: () => ({ position: 0, duration: 60 }),
        fetchSource: () => {
          requests += 1;
          return requests > maxRequests
            ? Promise.reject(new Error('It was requested again and again.'))
            : Promise.resolve({ url: '/recording', expiresAt: Date.now() + 60_000 });
        },
        onEvent: (event) => {
          if (event.type === 'failed') resolve(event);
        },
      });
      playback.play();
    });
    expect(failure).toMatchObject({ problem: expect.stringContaining('cannot play it') as string });
    expect(requests).toBe(2);
  });
});
