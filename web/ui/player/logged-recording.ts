import { recordScoringPlay } from '@mailcall/contract/scoring.ts';
import { call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import type { FetchRecordingSource } from './recording-playback.ts';

export async function recordPlay(callId: string): Promise<void> {
  await call(recordScoringPlay, { params: { callId }, body: {} });
}

/** Logs each Play. @param readFresh reads the recording from the server; null without one */
export const loggedRecording =
  (
    callId: string,
    readFresh: () => Promise<{ url: string; expiresAt: string } | null>,
  ): FetchRecordingSource =>
  async (_signal, { renewal }) => {
    // a signed path lasts minutes: a renewal and a late Play need another one
    const recording = await readFresh();
    if (recording === null) throw new Error('The recording of this call is no longer kept.');
    if (!renewal) await recordPlay(callId);
    return { url: config().services.data + recording.url, expiresAt: Date.parse(recording.expiresAt) };
  };
