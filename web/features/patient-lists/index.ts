export { householdsQuery, patientListsQuery } from './api.ts';
export { HouseholdsDownload } from './households-download.tsx';
export { PatientListsPanel } from './patient-lists-panel.tsx';
