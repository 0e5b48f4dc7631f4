import {
  type AlertMethod,
  type AlertType,
  alertTypes,
  defaultFrequencies,
} from '@mailcall/contract/rules/alert-types.ts';
import type { Cell } from './csv-file.ts';
import { officeIds } from './offices.ts';

export const notificationSettingColumns = [
  'id',
  'account_id',
  'contact_id',
  'alert_type',
  'frequency',
  'methods',
] as const;

type SettingRow = Record<(typeof notificationSettingColumns)[number], Cell>;

interface OfficeAlerts {
  contactId: string;
  officeId: string;
  alerts: Partial<Record<AlertType, readonly AlertMethod[]>>;
}

const everyAlert: OfficeAlerts['alerts'] = {
  ...Object.fromEntries(alertTypes.map((type) => [type, ['Email']])),
  'Missed Call Alert': ['Email', 'SMS'],
};

const officeAlerts: readonly OfficeAlerts[] = [
  ...[officeIds.asheville, officeIds.boulder, officeIds.sacramento, officeIds.orthodontics].map(
    (officeId) => ({ contactId: 'demo-owner', officeId, alerts: everyAlert }),
  ),
  {
    contactId: 'demo-frontdesk',
    officeId: officeIds.asheville,
    alerts: {
      'Missed Call Alert': ['Email', 'SMS'],
      'New Appointment Call Alert': ['Email'],
      'First Opportunity Alert': ['Email'],
    },
  },
  { contactId: 'demo-other', officeId: officeIds.homeServices, alerts: everyAlert },
];

export function notificationSettingRows(): SettingRow[] {
  return officeAlerts.flatMap(({ contactId, officeId, alerts }) =>
    alertTypes.flatMap((type, index) => {
      const methods = alerts[type];
      if (!methods) return [];
      return {
        id: `${contactId}-alert-${officeId}-${index + 1}`,
        account_id: officeId,
        contact_id: contactId,
        alert_type: type,
        frequency: defaultFrequencies[type],
        methods: methods.join(';'),
      };
    }),
  );
}
