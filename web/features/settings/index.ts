export { HoursFields } from './hours-fields.tsx';
export {
  type HoursInput,
  hoursProblems,
  inputOf,
  isChangedFrom,
  toSavedHours,
} from './office-hours-input.ts';
export { SettingsPage } from './settings-page.tsx';
