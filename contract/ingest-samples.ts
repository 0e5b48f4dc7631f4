import type { FeedFileName } from './rules/api-key-scopes.ts';

/** A row of each file of the feed as an example; in this order each is imported into an empty database. */
const sampleRows: Readonly<Record<FeedFileName, object>> = {
  picklists: {
    object: 'score',
    field: 'patient_type',
    value: 'New Patient Opportunity',
    label: 'New patient',
  },
  accounts: { id: 'A-101', name: 'Front Range Dental Boulder', time_zone: 'America/Denver' },
  contacts: {
    id: 'U-1',
    name: 'Owner of Front Range',
    email: 'owner@front-range.example',
    account_ids: ['A-101'],
    primary_account_ids: ['A-101'],
  },
  staff: { id: 'S-1', account_id: 'A-101', name: 'Front desk', staff_type: 'Front Desk' },
  'notification-settings': {
    id: 'N-2',
    account_id: 'A-101',
    contact_id: 'U-1',
    alert_type: 'Missed Call Alert',
    frequency: 'Real-time',
    methods: ['Email', 'SMS'],
  },
  'office-hours': { account_id: 'A-101', weekday: 'Monday', hours: ['08:00-12:00', '13:00-17:00'] },
  'office-holidays': { account_id: 'A-101', date: '2026-11-26', name: 'Thanksgiving' },
  campaigns: {
    id: 'C-1',
    account_id: 'A-101',
    name: 'M-2041',
    campaign_type: 'MVP Mail',
    front_design: 'images/spring.png',
  },
  'tracking-lines': {
    id: 'L-1',
    account_id: 'A-101',
    campaign_id: 'C-1',
    number: '+13035550110',
    status: 'Active',
  },
  calls: {
    id: 'K-1',
    account_id: 'A-101',
    tracking_line_id: 'L-1',
    call_date_time: '2026-03-09T08:15:30-06:00',
    duration_seconds: 184,
    caller_phone_number: '+13035550199',
    call_answered_by: 'Staff',
    handler_id: 'S-1',
    opportunity: true,
  },
  inquiries: {
    id: 'I-1',
    account_id: 'A-101',
    call_id: 'K-1',
    kind: 'service',
    item_id: 'whitening',
    item_name: 'Whitening',
  },
  appointments: {
    id: 'P-1',
    account_id: 'A-101',
    call_id: 'K-1',
    first_name: 'Jordan',
    last_name: 'Example',
    date_time: '2026-03-16T09:00:00-06:00',
  },
  'callback-attempts': {
    id: 'CB-1',
    account_id: 'A-101',
    call_id: 'K-1',
    kind: 'no-answer',
    happened_at: '2026-03-10T09:20:00-06:00',
    made_by: 'Answering service',
  },
  'sales-contacts': { id: 'SC-1', name: 'Alex Example', position: 'Marketing Consultant' },
  designs: { id: 'D-1', account_id: 'A-101', name: 'Spring postcard', campaign_ids: ['C-1'] },
  'design-versions': {
    id: 'V-1',
    account_id: 'A-101',
    design_id: 'D-1',
    version: 1,
    status: 'InReview',
    front: 'images/spring.png',
  },
  'review-comments': {
    id: 'RC-1',
    account_id: 'A-101',
    design_id: 'D-1',
    version_id: 'V-1',
    side: 'front',
    x: 0.25,
    y: 0.7,
    body: 'Brighter, please.',
    author_name: 'Owner of Front Range',
    created_at: '2026-01-20T10:05:00-07:00',
  },
  geodata: {
    id: 'G-1',
    account_id: 'A-101',
    shape: {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { geocode: '80302C007' },
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [-105.289, 40.014],
                [-105.266, 40.014],
                [-105.262, 40.027],
                [-105.289, 40.014],
              ],
            ],
          },
        },
      ],
    },
  },
  'mailing-areas': {
    id: 'M-1',
    account_id: 'A-101',
    name: 'Boulder',
    geodata_id: 'G-1',
    carrier_routes: ['80302C007'],
  },
  'mailing-zones': {
    id: 'Z-1',
    account_id: 'A-101',
    name: 'Mapleton Hill',
    mailing_area_id: 'M-1',
    geodata_id: 'G-1',
  },
  'patient-lists': { id: 'PL-1', account_id: 'A-101', name: 'New patients of spring' },
  patients: {
    id: 'PA-1',
    account_id: 'A-101',
    patient_list_id: 'PL-1',
    first_name: 'Dana',
    last_name: 'Reyes',
    address: '812 Mapleton Ave',
    city: 'Boulder',
    state: 'CO',
    zip: '80302',
  },
};

/** A command line that sends the example row of a file, with the API key in `$KEY`. */
export const sampleCommand = (file: FeedFileName, origin: string): string =>
  [
    `curl --fail-with-body ${origin}/api/ingest/v1/${file} \\`,
    `  --header "Authorization: Bearer $KEY" --header 'Content-Type: application/x-ndjson' \\`,
    `  --data-binary '${JSON.stringify(sampleRows[file])}'`,
  ].join('\n');
