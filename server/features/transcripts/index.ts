/*
 * Transcripts: what was said in calls, as the feed or a telephone system wrote it down.
 *
 *   transcripts   reading, writing and removing; which source is shown
 *   find-said     calls and sentences by words
 *
 * Rules: contract/rules/transcripts.ts. The feed's rows are merged by room ingest (transcripts-plan).
 *
 * Tables: transcript_turns.
 * Routes: GET /calls/:id/transcript (room calls, which checks the right to the call).
 */
export { findSentences, inFoundTranscripts, inTranscript } from './find-said.ts';
export { readTranscript, removeTranscripts, writeTranscripts } from './transcripts.ts';
