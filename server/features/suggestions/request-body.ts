import { createHash } from 'node:crypto';
import { type SuggestionRequest, suggestionDeadline } from '@mailcall/contract/suggestions.ts';
import { streamRecording } from '@mailcall/contract/recordings.ts';
import {
  scoreFieldNames,
  scoreFieldOf,
  type ScoreFieldsOfKind,
} from '@mailcall/contract/rules/score-fields.ts';
import { type ScoreContext, scoreOptions } from '@mailcall/contract/rules/score-form.ts';
import type { ScoreLists } from '@mailcall/contract/rules/score-keys.ts';
import type { Rubric } from '@mailcall/contract/rules/score-rubric.ts';
import { scoreFieldSchema } from '@mailcall/contract/rules/score-values.ts';
import { modelPerson } from '@mailcall/contract/rules/team-roles.ts';
import type { TranscriptTurn } from '@mailcall/contract/rules/suggestions.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import type { RecordingAddresses } from '../calls/index.ts';
import { readOptions, readRubric, readScoredCall, type WaitingCall } from '../scoring/index.ts';
import { readTranscript } from '../transcripts/index.ts';

export interface Question {
  body: SuggestionRequest;
  /** For checking the answer. */
  turns: readonly TranscriptTurn[] | null;
  durationSeconds: number;
  context: ScoreContext;
  lists: ScoreLists;
  rubric: Rubric['version'];
}

/** The same at each attempt. Ids of calls can hold characters that a header cannot. */
export const questionId = ({ accountId, callId }: WaitingCall): string =>
  `sug_${createHash('sha256')
    .update(JSON.stringify([accountId, callId]))
    .digest('hex')
    .slice(0, 32)}`;

/** JSON Schema of a score's values, with the choices of the provider. */
export function schemaOfValues(context: ScoreContext): object {
  const properties = scoreFieldNames.map((name) => {
    if (scoreFieldOf(name).kind === 'choice') {
      const options = scoreOptions(name as ScoreFieldsOfKind<'choice'>, context);
      if (options.length > 0) return [name, { enum: [...options.map(({ value }) => value), null] }];
    }
    const { $schema: _, ...schema } = z.toJSONSchema(scoreFieldSchema(name), { io: 'input' });
    return [name, schema];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

interface Facts {
  accountName: string;
  campaign: string | null;
  trackingLine: string | null;
  key: string | null;
  mediaType: string | null;
}

async function readFacts(
  database: Queryable,
  { accountId, callId }: WaitingCall,
): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select accounts.name as "accountName", coalesce(campaigns.friendly_name, campaigns.name) as campaign, coalesce(line.friendly_name, line.number) as "trackingLine",
      recordings.key, recordings.media_type as "mediaType"
    from calls join accounts on accounts.id = calls.account_id
    left join campaigns on campaigns.account_id = calls.account_id and campaigns.id = calls.campaign_id
    left join tracking_lines line on line.account_id = calls.account_id and line.id = calls.tracking_line_id
    left join recordings on recordings.account_id = calls.account_id and recordings.key = calls.audio
    where calls.account_id = ${accountId} and calls.id = ${callId}`.execute(database);
  return rows[0];
}

/** Without the caller's number and caller ID, which no field needs. Null if there is nothing to read or hear any more. */
export async function askAbout(
  database: Queryable,
  call: WaitingCall,
  { addresses, publicUrl, now }: { addresses: RecordingAddresses; publicUrl: string; now: Date },
): Promise<Question | null> {
  const { accountId, callId } = call;
  const facts = await readFacts(database, call);
  if (!facts) return null;
  const { turns } = await readTranscript(database, call);
  if (turns.length === 0 && facts.key === null) return null;
  const scored = await readScoredCall(database, call);
  const { staff, offers, services, insurances } = await readOptions(database, accountId);
  const { version, fields } = await readRubric(database);
  const { context, durationSeconds } = scored;
  const lists = { staff, offers, services, insurances };
  return {
    body: {
      version: 1,
      call: {
        id: callId,
        accountId,
        accountName: facts.accountName,
        timeZone: scored.timeZone,
        dateTime: scored.callDateTime.toISOString(),
        durationSeconds,
        campaign: facts.campaign,
        trackingLine: facts.trackingLine,
      },
      transcript:
        turns.length === 0
          ? null
          : { turns: turns.map(({ speaker, from, to, text }) => ({ speaker, from, to, text })) },
      recording: await recordingOf(call, facts, { addresses, publicUrl }),
      form: {
        schema: schemaOfValues(context),
        labels: Object.fromEntries(scoreFieldNames.map((name) => [name, scoreFieldOf(name).label])),
        ...lists,
      },
      rubric: { version, fields },
      answerBy: new Date(now.getTime() + suggestionDeadline * 1000).toISOString(),
    },
    turns: turns.length === 0 ? null : turns,
    durationSeconds,
    context,
    lists,
    rubric: version,
  };
}

async function recordingOf(
  modelCall: WaitingCall,
  { key, mediaType }: Pick<Facts, 'key' | 'mediaType'>,
  { addresses, publicUrl }: { addresses: RecordingAddresses; publicUrl: string },
): Promise<SuggestionRequest['recording']> {
  if (key === null || mediaType === null) return null;
  const { accountId, callId } = modelCall;
  const { signature, expiresAt } = await addresses.seal({
    file: key,
    mediaType,
    contactId: modelPerson.id,
    sessionId: null,
    modelCall: { accountId, callId },
  });
  return {
    url: `${publicUrl}${serviceBase.data}${pathOf(streamRecording, { signature })}`,
    mediaType,
    expiresAt: expiresAt.toISOString(),
  };
}
