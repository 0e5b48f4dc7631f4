export { PatientAudits, requestAudit, requestOutdatedAudits } from './patient-audits.ts';
export {
  auditsOfAccounts,
  mailedHouseholdsOfList,
  matchesOfList,
  removeAudit,
} from './stored-audits.ts';
