export { PatientAudits, requestAudit, requestOutdatedAudits } from './patient-audits.ts';
export {
  auditsOfAccounts,
  mailedHouseholds,
  matchesOfHouseholds,
  removeAudit,
  type StoredAudit,
  type StoredMatch,
} from './stored-audits.ts';
