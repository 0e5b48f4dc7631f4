import { stopAlertEmails } from '@mailcall/contract/alert-emails.ts';
import { addLogo } from '@mailcall/contract/brands.ts';
import { ingestRecording, ingestRows, ingestUpload } from '@mailcall/contract/ingest.ts';
import { addAreasOfFile } from '@mailcall/contract/provider-areas.ts';
import { checkDesignFile } from '@mailcall/contract/provider-designs.ts';
import { sampleRows } from '@mailcall/contract/ingest-samples.ts';
import { sendSpreadsheet } from '@mailcall/contract/provider-spreadsheets.ts';
import { uploadPatientList } from '@mailcall/contract/patient-list-uploads.ts';
import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { wavOf } from '../support/wav.ts';
import type { SentFile } from './posted-events.ts';
import { writtenQuery } from './written-query.ts';

const asLine = (value: unknown) => Buffer.from(`${JSON.stringify(value) ?? ''}\n`);
const asIs = (value: unknown) =>
  Buffer.isBuffer(value)
    ? value
    : Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const sentFiles: readonly (readonly [AnyRoute, readonly SentFile[]])[] = [
  [
    ingestRows,
    (Object.keys(sampleRows) as FeedFileName[]).map((file) => ({
      params: { file },
      type: 'application/x-ndjson',
      value: sampleRows[file],
      write: asLine,
    })),
  ],
  [
    stopAlertEmails,
    [
      {
        type: 'application/x-www-form-urlencoded',
        value: { 'List-Unsubscribe': 'One-Click' },
        write: (value) => Buffer.from(writtenQuery(value)),
      },
    ],
  ],
  [
    ingestRecording,
    [{ params: { callId: 'own-call' }, type: 'audio/wav', value: wavOf(new Uint8Array(8000)), write: asIs }],
  ],
  [ingestUpload, [{ type: 'image/png', value: picture, write: asIs }]],
  [addLogo, [{ type: 'image/png', value: picture, write: asIs }]],
  [checkDesignFile, [{ type: 'image/png', value: picture, write: asIs }]],
  [
    addAreasOfFile,
    [
      {
        type: 'application/geo+json',
        value: {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: { name: 'North', geocode: '80302C001', households: 400 },
              geometry: {
                type: 'Polygon',
                coordinates: [
                  [
                    [-105.2, 40],
                    [-105.1, 40],
                    [-105.1, 40.1],
                    [-105.2, 40],
                  ],
                ],
              },
            },
          ],
        },
        write: asIs,
      },
    ],
  ],
  [
    sendSpreadsheet,
    [
      {
        type: 'text/csv',
        value: 'Order ID,Office ID,Mailing Name,Product\nC-1,own,Spring,MVP Mail\n',
        write: asIs,
      },
    ],
  ],
  [
    uploadPatientList,
    [
      {
        type: 'text/csv',
        value: 'First Name,Last Name,Address,City,State,Zip\nDana,Reyes,812 Mapleton Ave,Boulder,CO,80302\n',
        write: asIs,
      },
    ],
  ],
];
