import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import { requestedAppointmentProblems } from '@mailcall/contract/rules/appointment.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { notValid } from '../../platform/http/problems.ts';
import type { LockedCall } from './locked-call.ts';

/** `pathOf`: path in the request by index. @throws {Problem} 400 naming each field that the form would not accept */
export function requireValidAppointments(
  { timeZone, labels }: Pick<LockedCall, 'timeZone' | 'labels'>,
  appointments: readonly NewAppointment[],
  pathOf: (place: number) => readonly PropertyKey[],
): void {
  const problems = new FieldProblemList();
  const wording = wordingOf(labels);
  for (const [place, appointment] of appointments.entries()) {
    const wrong = requestedAppointmentProblems(appointment, { timeZone, wording });
    for (const [field, problem] of Object.entries(wrong)) problems.add([...pathOf(place), field], problem);
  }
  if (!problems.isEmpty) throw notValid(problems.listed, problems.unlisted);
}
