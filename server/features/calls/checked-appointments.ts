import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import { sentAppointmentProblems } from '@mailcall/contract/rules/appointment.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { LockedCall } from './locked-call.ts';

/**
 * Refuses appointments that the form would not take, by the words and the clock of the call's account.
 * @param pathOf where an appointment stands in the request, by its place in the list
 * @throws {Problem} 400 naming each field
 */
export function requireValidAppointments(
  { timeZone, labels }: LockedCall,
  appointments: readonly NewAppointment[],
  pathOf: (place: number) => readonly PropertyKey[],
): void {
  const problems = new FieldProblemList();
  const wording = wordingOf(labels);
  for (const [place, appointment] of appointments.entries()) {
    const wrong = sentAppointmentProblems(appointment, { timeZone, wording });
    for (const [field, problem] of Object.entries(wrong)) problems.add([...pathOf(place), field], problem);
  }
  if (!problems.isEmpty) throw notValid(problems.listed, problems.unlisted);
}
