/** Abbreviations of the US Postal Service. */
const abbreviations: Readonly<Record<string, string>> = {
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  ALLEY: 'ALY',
  AVENUE: 'AVE',
  AVEN: 'AVE',
  AV: 'AVE',
  BEACH: 'BCH',
  BEND: 'BND',
  BOULEVARD: 'BLVD',
  BOUL: 'BLVD',
  BRANCH: 'BR',
  BRIDGE: 'BRG',
  BROOK: 'BRK',
  BYPASS: 'BYP',
  CANYON: 'CYN',
  CENTER: 'CTR',
  CENTRE: 'CTR',
  CIRCLE: 'CIR',
  CIRC: 'CIR',
  COMMON: 'CMN',
  CORNER: 'COR',
  COURT: 'CT',
  COURTS: 'CTS',
  COVE: 'CV',
  CREEK: 'CRK',
  CRESCENT: 'CRES',
  CROSSING: 'XING',
  DRIVE: 'DR',
  DRV: 'DR',
  ESTATE: 'EST',
  ESTATES: 'ESTS',
  EXPRESSWAY: 'EXPY',
  EXTENSION: 'EXT',
  FALLS: 'FLS',
  FERRY: 'FRY',
  FIELD: 'FLD',
  FIELDS: 'FLDS',
  FORD: 'FRD',
  FOREST: 'FRST',
  FORK: 'FRK',
  FORT: 'FT',
  FREEWAY: 'FWY',
  GARDEN: 'GDN',
  GARDENS: 'GDNS',
  GATEWAY: 'GTWY',
  GLEN: 'GLN',
  GREEN: 'GRN',
  GROVE: 'GRV',
  HARBOR: 'HBR',
  HEIGHTS: 'HTS',
  HIGHWAY: 'HWY',
  HIWAY: 'HWY',
  HILL: 'HL',
  HILLS: 'HLS',
  HOLLOW: 'HOLW',
  ISLAND: 'IS',
  JUNCTION: 'JCT',
  KNOLL: 'KNL',
  KNOLLS: 'KNLS',
  LAKE: 'LK',
  LAKES: 'LKS',
  LANDING: 'LNDG',
  LANE: 'LN',
  MANOR: 'MNR',
  MEADOW: 'MDW',
  MEADOWS: 'MDWS',
  MILL: 'ML',
  MOUNT: 'MT',
  MOUNTAIN: 'MTN',
  ORCHARD: 'ORCH',
  PARKWAY: 'PKWY',
  PKWAY: 'PKWY',
  PKY: 'PKWY',
  PINE: 'PNE',
  PINES: 'PNES',
  PLACE: 'PL',
  PLAIN: 'PLN',
  PLAINS: 'PLNS',
  PLAZA: 'PLZ',
  POINT: 'PT',
  PRAIRIE: 'PR',
  RANCH: 'RNCH',
  RIDGE: 'RDG',
  RIVER: 'RIV',
  ROAD: 'RD',
  ROUTE: 'RTE',
  SAINT: 'ST',
  SHORE: 'SHR',
  SPRING: 'SPG',
  SPRINGS: 'SPGS',
  SQUARE: 'SQ',
  STATION: 'STA',
  STREAM: 'STRM',
  STREET: 'ST',
  STR: 'ST',
  SUMMIT: 'SMT',
  TERRACE: 'TER',
  TERR: 'TER',
  TRACE: 'TRCE',
  TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
  VALLEY: 'VLY',
  VIEW: 'VW',
  VILLAGE: 'VLG',
  VISTA: 'VIS',
  FIRST: '1ST',
  SECOND: '2ND',
  THIRD: '3RD',
  FOURTH: '4TH',
  FIFTH: '5TH',
  SIXTH: '6TH',
  SEVENTH: '7TH',
  EIGHTH: '8TH',
  NINTH: '9TH',
  TENTH: '10TH',
  BUILDING: 'BLDG',
  FLOOR: 'FL',
};

const unitWords: ReadonlySet<string> = new Set([
  'APARTMENT',
  'APT',
  'APPT',
  'UNIT',
  'SUITE',
  'STE',
  'ROOM',
  'RM',
  'TRAILER',
  'TRLR',
  '#',
]);

/** Street names contain these words too, so they start a unit only before a number or a letter. */
const ambiguousWords: ReadonlySet<string> = new Set(
  'LOT SPACE SPC SP NO NUM NUMBER SLIP OFC OFFICE CONDO VILLA PH PENTHOUSE TH TOWNHOUSE CABIN DOOR'.split(
    ' ',
  ),
);

/** One spelling per home: capitals, postal abbreviations, no punctuation, the unit last as `#4B`, without city, state and ZIP code. */
export function normalizeAddress(address: string): string {
  const words = address
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’.]/g, '')
    .replace(/\bP ?O ?BOX\b|\bPOST OFFICE BOX\b/g, 'POBOX')
    // the addressee says nothing about the home
    .replace(/(?:^|\s)(?:C\/O|ATTN|CARE OF|%)(?![A-Z])[^]*/, ' ')
    .replace(/\b(APT|UNIT|STE|SUITE|RM|TRLR|LOT|SPC)(?=\d)/g, '$1 ')
    .replace(/#/g, ' # ')
    .replace(/(?<=\d)\s*-\s*(?=[A-Z]\b)/g, '')
    .replace(/[^A-Z0-9#/-]+/g, ' ')
    .replace(/(?<![A-Z0-9])-|-(?![A-Z0-9])/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
  const street: string[] = [];
  const units = new Set<string>();
  const isUnitWord = (at: number) => {
    const [word = '', next = ''] = words.slice(at, at + 2);
    return unitWords.has(word) || (ambiguousWords.has(word) && /^(?:#|[A-Z]?\d.*|[A-Z])$/.test(next));
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    // the first word is a house number or a name, never the word before a unit
    if (at > 0 && isUnitWord(at)) {
      while (at + 1 < words.length && isUnitWord(at + 1)) at += 1;
      const value = words[at + 1];
      at += 1;
      if (value !== undefined) units.add(`#${value.replace(/^0+(?=.)/, '')}`);
      continue;
    }
    street.push(Object.hasOwn(abbreviations, word) ? (abbreviations[word] as string) : word);
  }
  return [...street, ...units].join(' ');
}
