export const alertTypes = [
  'Performance Breakdown Alert',
  'Missed Call Alert',
  'En Route Alert',
  'First Opportunity Alert',
  'New Appointment Call Alert',
  'New Opportunity Call Alert',
] as const;
export type AlertType = (typeof alertTypes)[number];

export const alertFrequencies = ['Real-time', 'Daily', 'Weekly'] as const;
export type AlertFrequency = (typeof alertFrequencies)[number];

export const alertMethods = ['Email', 'SMS'] as const;
export type AlertMethod = (typeof alertMethods)[number];

export const allowedFrequencies: Readonly<Record<AlertType, readonly AlertFrequency[]>> = {
  'Performance Breakdown Alert': ['Daily', 'Weekly'],
  'Missed Call Alert': ['Real-time', 'Daily', 'Weekly'],
  'En Route Alert': ['Weekly'],
  'First Opportunity Alert': ['Real-time'],
  'New Appointment Call Alert': ['Real-time', 'Daily', 'Weekly'],
  'New Opportunity Call Alert': ['Real-time', 'Daily', 'Weekly'],
};

/** Preselected when a user switches an alert on. Without a stored setting, an alert is off. */
export const defaultFrequencies: Readonly<Record<AlertType, AlertFrequency>> = {
  'Performance Breakdown Alert': 'Weekly',
  'Missed Call Alert': 'Real-time',
  'En Route Alert': 'Weekly',
  'First Opportunity Alert': 'Real-time',
  'New Appointment Call Alert': 'Real-time',
  'New Opportunity Call Alert': 'Real-time',
};

/** Contacts who are not primary set these alerts for themselves only. */
export const ownAlertTypes: readonly AlertType[] = [
  'Missed Call Alert',
  'New Appointment Call Alert',
  'New Opportunity Call Alert',
  'First Opportunity Alert',
  'En Route Alert',
];

export const isAllowedFrequency = (type: AlertType, frequency: AlertFrequency): boolean =>
  allowedFrequencies[type].includes(frequency);

export const orderedMethods = (methods: readonly AlertMethod[]): AlertMethod[] =>
  alertMethods.filter((method) => methods.includes(method));
