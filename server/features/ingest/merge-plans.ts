import type { ScoreSource } from '../calls/index.ts';
import type { FeedFile } from './feed-files.ts';
import type { MergePlan, WrittenBy } from './merge-plan.ts';
import { accountsPlan } from './accounts-plan.ts';
import { appointmentsPlan } from './appointments-plan.ts';
import { callbacksPlan } from './callbacks-plan.ts';
import { callsPlan, inquiriesPlan } from './calls-plan.ts';
import { campaignsPlan, staffPlan, trackingLinesPlan } from './campaigns-plan.ts';
import { contactsPlan } from './contacts-plan.ts';
import { designsPlan, designVersionsPlan, reviewCommentsPlan, salesContactsPlan } from './design-plans.ts';
import { mailPiecesPlan } from './mail-pieces-plan.ts';
import { geodataPlan, mailingAreasPlan, mailingZonesPlan } from './map-plans.ts';
import { notificationSettingsPlan } from './notification-plan.ts';
import { officeHolidaysPlan, officeHoursPlan } from './office-plans.ts';
import { patientListsPlan, patientsPlan } from './patient-plans.ts';
import { transcriptsPlan } from './transcripts-plan.ts';

const mergePlans: ReadonlyMap<FeedFile['name'], MergePlan> = new Map<FeedFile['name'], MergePlan>(
  [
    accountsPlan,
    staffPlan,
    notificationSettingsPlan,
    officeHoursPlan,
    officeHolidaysPlan,
    campaignsPlan,
    mailPiecesPlan,
    trackingLinesPlan,
    appointmentsPlan,
    callbacksPlan,
    salesContactsPlan,
    designsPlan,
    designVersionsPlan,
    reviewCommentsPlan,
    geodataPlan,
    mailingAreasPlan,
    mailingZonesPlan,
    patientListsPlan,
    patientsPlan,
  ].map((plan) => [plan.file.name, plan]),
);

/** Null for a file without a plan. `callbacksFrom`: first day of new calls that wait for a callback; null: all. */
export function mergePlanOf(
  file: FeedFile,
  scoreSource: ScoreSource,
  { callbacksFrom = null, ...by }: WrittenBy & { callbacksFrom?: string | null } = {},
): MergePlan | null {
  if (file.name === 'contacts') return contactsPlan(by);
  if (file.name === 'calls') return callsPlan(file, scoreSource, callbacksFrom);
  if (file.name === 'inquiries') return inquiriesPlan(scoreSource);
  if (file.name === 'transcripts') return transcriptsPlan(scoreSource);
  return mergePlans.get(file.name) ?? null;
}
