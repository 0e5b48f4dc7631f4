/** Existing ids by resource name, such as `mailings`. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

export const unknownUuid = '11111111-1111-4111-8111-111111111111';

export const ownViews = ['22222222-2222-4222-8222-222222222222', '22222222-2222-4222-8222-222222222223'];
export const ownUpload = '44444444-4444-4444-8444-444444444444';
export const ownSpreadsheet = '99999999-9999-4999-8999-999999999999';
export const foreignView = '33333333-3333-4333-8333-333333333333';
export const ownDisputes = [1, 2, 3, 4].map((place) => `55555555-5555-4555-8555-55555555555${place}`);
export const ownSets = [1, 2, 3, 4, 5, 6].map((place) => `77777777-7777-4777-8777-77777777777${place}`);
export const ownQuestions = [1, 2, 3, 4].map((place) => `99999999-9999-4999-8999-99999999999${place}`);
export const ownDecisions = [1, 2, 3, 4].map((place) => `aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa${place}`);
export const foreignSet = '88888888-8888-4888-8888-888888888888';
export const ownPeople = Array.from({ length: 12 }, (_, place) => `person-${place}`);
export const ownMembers = Array.from({ length: 12 }, (_, place) => `member-${place}`);
/** Archived by some requests, and by them alone. */
export const ownBranches = Array.from({ length: 3 }, (_, place) => `branch-${place}`);
export const ownBrands = ['north', 'south', 'west'];
export const ownLogo = 'a'.repeat(64);
export const foreignDispute = '66666666-6666-4666-8666-666666666666';

const accounts = ['own', 'own-sub'];
const calls = ['own-call'];
const campaigns = ['own-mailing', 'own-order', 'own-delivered'];

export const ownIds: KnownIds = {
  accounts,
  account: accounts,
  calls: [...calls, 'own-waiting', 'own-scored', 'own-differing', 'own-returned', 'own-also-returned'],
  disputes: ownDisputes,
  sets: ownSets,
  questions: ownQuestions,
  inbox: ownDecisions,
  callbacks: calls,
  appointments: calls,
  contacts: ['olga', 'paula', 'nora'],
  people: ownPeople,
  team: ownMembers,
  offices: ownBranches,
  into: ['own-sub'],
  rows: ownBranches.map((id) => `${id}-line`),
  brands: ownBrands,
  logos: [ownLogo],
  'brand-logos': [ownLogo],
  connections: ['rail-main'],
  campaigns,
  mailings: campaigns,
  designs: ['own-design', 'own-other-design'],
  'mailing-areas': ['own-area'],
  'mailing-zones': ['own-zone'],
  zones: ['own-zone'],
  'patient-lists': ['own-list'],
  uploads: [ownUpload],
  spreadsheets: [ownSpreadsheet],
  'review-comments': ['own-comment'],
  views: ownViews,
  'tracking-lines': ['own-line'],
  targets: ['own-line'],
  geodata: ['own-shape'],
};

/** Ids of the other office, which the first may not change and of which it learns nothing. */
export const foreignIds = [
  'foreign',
  'foreign-call',
  'foreign-waiting',
  'foreign-line',
  'foreign-mailing',
  foreignView,
  foreignDispute,
  foreignSet,
];

/** Ids of the kind that the field (`designId`) or the preceding part of the address names; of every kind if neither does. */
export function idsNamed(name: string, path: string, known: KnownIds): readonly string[] {
  const [, before] = new RegExp(`/([\\w-]+)/:${name}\\b`).exec(path) ?? [];
  const [, kind] = /^(\w+?)(?:Ids?)$/.exec(name) ?? [];
  const plural = kind && Object.keys(known).find((one) => one === `${kind}s` || one === kind);
  const first = path.split('/').find((segment) => Object.hasOwn(known, segment));
  const found =
    plural ??
    (name === 'id' || name === 'ids' ? (before ?? first) : name === before ? name : undefined) ??
    (name === 'name' ? before : undefined);
  return (found === undefined ? undefined : known[found]) ?? [];
}
