import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Text } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import type { DaySource } from '@mailcall/contract/rules/mail-pieces.ts';
import { auditFigureTexts } from '@mailcall/contract/rules/mailing.ts';
import { thousands, wholeDollars } from '@mailcall/contract/rules/rates.ts';
import { labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { useSession } from '../../platform/session-store.ts';
import { useAuditSource } from './audit-source.ts';
import { FactsTable } from './facts-table.tsx';

const day = (value: string | null) => value && formatDay(value);
const count = (value: number | null) => (value === null ? null : thousands(value));
export function MailingDetails({ mailing }: { mailing: Mailing }) {
  const account = useSession()?.accounts.find(({ id }) => id === mailing.accountId) ?? null;
  const wording = wordingOf(account);
  const lastAudit = mailing.matchedLastAudit && <LastAudit mailing={mailing} />;
  return (
    <FactsTable
      label="Details"
      facts={[
        ['Order Date', day(mailing.orderDate)],
        ['Approval Date', day(mailing.approvalDate)],
        ['Approved By', mailing.approvedBy],
        ['Print Date', day(mailing.printDate)],
        ['Shipment Date', sourcedDay(mailing.shipmentDate, mailing.shipmentDateSource)],
        ['Delivery Date', sourcedDay(mailing.deliveryDate, mailing.deliveryDateSource)],
        ['Quantity', count(mailing.quantity)],
        ['Cost', mailing.cost === null ? null : wholeDollars(mailing.cost)],
        ['QR Scans', count(mailing.qrScans)],
        ['Last Audit', lastAudit],
        [
          labelText('Matched New Patients', wording),
          count(mailing.matchedNewPatients),
          labelText(auditFigureTexts.newPatients, wording),
        ],
        [
          'Matched Total Production',
          mailing.matchedTotalProduction === null ? null : wholeDollars(mailing.matchedTotalProduction),
          labelText(auditFigureTexts.totalProduction, wording),
        ],
        [
          labelText('Matched Top Patients', wording),
          count(mailing.matchedTopPatients),
          labelText(auditFigureTexts.topPatients, wording),
        ],
      ]}
    />
  );
}

const sourcedDay = (value: string | null, source: DaySource | null) =>
  source === 'pieces' ? (
    <>
      {day(value)}
      <Remark>from the scans of the pieces</Remark>
    </>
  ) : (
    day(value)
  );

const Remark = ({ children }: { children: string }) => (
  <Text component="span" display="block" size="xs" c="dimmed" fw={400} lh={1.25}>
    {children}
  </Text>
);

function LastAudit({ mailing }: { mailing: Mailing }) {
  const source = useAuditSource(mailing);
  return (
    <>
      {day(mailing.matchedLastAudit)}
      {source === null ? null : <Remark>{source.text}</Remark>}
    </>
  );
}
