import {
  maxSuggestionAnswer,
  type SuggestionRequest,
  suggestionAnswerSchema,
  suggestionDeadline,
} from '@mailcall/contract/suggestions.ts';
import type { GivenSuggestion } from '@mailcall/contract/rules/suggestions.ts';
import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { connectionProblem, statusProblem } from '../../platform/connection-problem.ts';
import { isAccepted, readAnswer, requestOutside } from '../../platform/outside-requests.ts';
import { signedHeaders } from '../../platform/standard-webhooks.ts';
import { addTextProblems } from '../../platform/storable-texts.ts';
import type { SuggestionSettings } from './settings.ts';

export type ModelAnswer =
  | { suggestions: GivenSuggestion[] }
  /** In our words, without a word of the answer. `notBefore`: milliseconds, if the model said so. */
  | { failure: string; notBefore: number | null };

const failed = (failure: string, notBefore: number | null = null): ModelAnswer => ({ failure, notBefore });

/** Longest wait that the model can ask for, in milliseconds. */
const longestWait = 60 * 60 * 1000;

/** Milliseconds; null without a number of seconds. */
function waitOf(header: string | undefined): number | null {
  const seconds = /^\d{1,9}$/.test(header ?? '') ? Number(header) : null;
  return seconds === null ? null : Math.min(seconds * 1000, longestWait);
}

/** Follows no redirects. Trouble with the model is a result, not an error. */
export async function askModel(
  settings: SuggestionSettings,
  question: SuggestionRequest,
  {
    id,
    now,
    stopped,
    deadline = suggestionDeadline,
  }: { id: string; now: Date; stopped: AbortSignal; deadline?: number },
): Promise<ModelAnswer> {
  const body = JSON.stringify(question);
  const limit = AbortSignal.timeout(deadline * 1000);
  try {
    const answer = await requestOutside({
      url: settings.url,
      headers: { accept: 'application/json', ...signedHeaders(settings.secret, { id, body, now }) },
      body,
      signal: AbortSignal.any([stopped, limit]),
      namedOrigins: settings.namedOrigins,
    });
    if (!isAccepted(answer)) {
      answer.destroy();
      return failed(statusProblem(answer.statusCode ?? 0), waitOf(answer.headers['retry-after']));
    }
    return readSuggestions(await readAnswer(answer, maxSuggestionAnswer), question.call.id);
  } catch (error) {
    // while the answer is read, the end of the time looks like a broken connection
    return failed(connectionProblem(limit.aborted ? limit.reason : error));
  }
}

function readSuggestions(bytes: Buffer, callId: string): ModelAnswer {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return failed('The answer is not JSON.');
  }
  const problems = new FieldProblemList();
  addTextProblems(problems, json, []);
  const read = suggestionAnswerSchema.safeParse(json);
  if (!read.success || !problems.isEmpty) return failed('The answer does not have the documented shape.');
  if (read.data.callId !== callId) return failed('The answer is about another call.');
  return { suggestions: read.data.suggestions };
}
