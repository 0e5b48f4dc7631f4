import { cleanScore, scoreForm, scoreProblems } from '@mailcall/contract/rules/score-form.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { notValid } from '../../platform/http/problems.ts';
import { requireValidAppointments } from '../calls/index.ts';
import type { ScoredCall } from './call-context.ts';

/** @throws {Problem} 400 with a sentence at each field */
export function checkedValues(given: ScoreValues, call: ScoredCall): ScoreValues {
  const problems = scoreProblems(scoreForm(given, call.context));
  if (Object.keys(problems).length > 0)
    throw notValid(
      Object.fromEntries(Object.entries(problems).map(([field, problem]) => [`values.${field}`, problem])),
    );
  const values = cleanScore(given, call.context);
  requireValidAppointments(call, values.appointments, (place) => ['values', 'appointments', place]);
  return values;
}
