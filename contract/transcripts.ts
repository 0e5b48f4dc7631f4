import { z } from 'zod';
import { callIdParams } from './calls.ts';
import { maxSpeakerName, maxTurns, maxTurnText } from './rules/transcripts.ts';
import { route } from './wire/route.ts';

const milliseconds = z.int().min(0).nullable();

export const turnSchema = z.object({
  /** Null if the source does not say. */
  speaker: z.enum(['caller', 'office']).nullable(),
  /** As the source writes it, such as `Agent` or `Channel 1`; null without one. */
  speakerName: z.string().max(maxSpeakerName).nullable(),
  /** Milliseconds of the recording; null if the source has no times. */
  from: milliseconds,
  /** Null if only the start is known. */
  to: milliseconds,
  text: z.string().max(maxTurnText),
});
export type TranscriptTurn = z.output<typeof turnSchema>;

export const transcriptSchema = z.object({
  /** In the order in which they are heard; empty without a transcript. */
  turns: z.array(turnSchema).max(maxTurns),
});
export type Transcript = z.output<typeof transcriptSchema>;

export const getTranscript = route({
  service: 'data',
  method: 'GET',
  path: '/calls/:id/transcript',
  access: 'full',
  guests: true,
  clientViews: 'recordings',
  summary: 'Returns what was said in a call, as its system wrote it down. Logged like opening the call.',
  params: callIdParams,
  reply: transcriptSchema,
});
