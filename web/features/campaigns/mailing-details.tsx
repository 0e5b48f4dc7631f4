import type { Mailing } from '@mailcall/contract/mailings.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { useSession } from '../../platform/session-store.ts';
import { formatDay } from '../../ui/dates.ts';
import { FactsTable } from './facts-table.tsx';

const day = (value: string | null) => value && formatDay(value);
const count = (value: number | null) => (value === null ? null : thousands(value));
const dollars = (value: number | null) =>
  value === null
    ? null
    : new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }).format(
        value,
      );

/** The dates, pieces and audit figures of a mailing. */
export function MailingDetails({ mailing }: { mailing: Mailing }) {
  const account = useSession()?.accounts.find(({ id }) => id === mailing.accountId) ?? null;
  const wording = wordingOf(account);
  return (
    <FactsTable
      label="Details"
      facts={[
        ['Order Date', day(mailing.orderDate)],
        ['Approval Date', day(mailing.approvalDate)],
        ['Approved By', mailing.approvedBy],
        ['Print Date', day(mailing.printDate)],
        ['Shipment Date', day(mailing.shipmentDate)],
        ['Delivery Date', day(mailing.deliveryDate)],
        ['Quantity', count(mailing.quantity)],
        ['QR Scans', count(mailing.qrScans)],
        ['Last Audit', day(mailing.matchedLastAudit)],
        [labelText('Matched New Patients', wording), count(mailing.matchedNewPatients)],
        ['Matched Total Production', dollars(mailing.matchedTotalProduction)],
        [labelText('Matched Top Patients', wording), count(mailing.matchedTopPatients)],
      ]}
    />
  );
}
