export { PatientAudits, requestAudit, requestOutdatedAudits } from './patient-audits.ts';
export {
  auditsOfAccounts,
  mailedHouseholdsOfList,
  matchesOfList,
  removeAudit,
  type StoredAudit,
  type StoredMatch,
} from './stored-audits.ts';
