export interface City {
  name: string;
  state: string;
  zip: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  areaCodes: readonly string[];
}

const zones = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  A: 'America/Phoenix',
  P: 'America/Los_Angeles',
} as const;

const city = (line: string): City => {
  const [name = '', state = '', zip = '', latitude = '', longitude = '', zone = 'E', codes = ''] =
    line.split('|');
  return {
    name,
    state,
    zip,
    latitude: Number(latitude),
    longitude: Number(longitude),
    timeZone: zones[zone as keyof typeof zones],
    areaCodes: codes.split(' '),
  };
};

/** For additional offices of a large story. After the last one they repeat with a part of town in the name. */
export const cities: readonly City[] = [
  'Raleigh|NC|27601|35.7796|-78.6382|E|919 984',
  'Greenville|SC|29601|34.8526|-82.3940|E|864',
  'Richmond|VA|23219|37.5407|-77.4360|E|804',
  'Columbus|OH|43215|39.9612|-82.9988|E|614',
  'Pittsburgh|PA|15222|40.4406|-79.9959|E|412 724',
  'Albany|NY|12207|42.6526|-73.7562|E|518',
  'Rochester|NY|14604|43.1566|-77.6088|E|585',
  'Hartford|CT|06103|41.7658|-72.6734|E|860',
  'Portland|ME|04101|43.6591|-70.2568|E|207',
  'Savannah|GA|31401|32.0809|-81.0912|E|912',
  'Tampa|FL|33602|27.9506|-82.4572|E|813',
  'Orlando|FL|32801|28.5383|-81.3792|E|407',
  'Jacksonville|FL|32202|30.3322|-81.6557|E|904',
  'Knoxville|TN|37902|35.9606|-83.9207|E|865',
  'Lexington|KY|40507|38.0406|-84.5037|E|859',
  'Ann Arbor|MI|48104|42.2808|-83.7430|E|734',
  'Grand Rapids|MI|49503|42.9634|-85.6681|E|616',
  'Indianapolis|IN|46204|39.7684|-86.1581|E|317',
  'Charleston|WV|25301|38.3498|-81.6326|E|304',
  'Baltimore|MD|21202|39.2904|-76.6122|E|410 443',
  'Nashville|TN|37203|36.1627|-86.7816|C|615',
  'Huntsville|AL|35801|34.7304|-86.5861|C|256',
  'Milwaukee|WI|53202|43.0389|-87.9065|C|414',
  'Green Bay|WI|54301|44.5133|-88.0133|C|920',
  'Minneapolis|MN|55401|44.9778|-93.2650|C|612 763',
  'Des Moines|IA|50309|41.5868|-93.6250|C|515',
  'Omaha|NE|68102|41.2565|-95.9345|C|402 531',
  'Kansas City|MO|64106|39.0997|-94.5786|C|816',
  'St. Louis|MO|63101|38.6270|-90.1994|C|314',
  'Springfield|IL|62701|39.7817|-89.6501|C|217',
  'Naperville|IL|60540|41.7508|-88.1535|C|630 331',
  'Tulsa|OK|74103|36.1540|-95.9928|C|918 539',
  'Little Rock|AR|72201|34.7465|-92.2896|C|501',
  'Baton Rouge|LA|70801|30.4515|-91.1871|C|225',
  'Austin|TX|78701|30.2672|-97.7431|C|512',
  'San Antonio|TX|78205|29.4241|-98.4936|C|210',
  'Fort Worth|TX|76102|32.7555|-97.3308|C|817',
  'Plano|TX|75074|33.0198|-96.6989|C|972 469',
  'Fargo|ND|58102|46.8772|-96.7898|C|701',
  'Sioux Falls|SD|57104|43.5446|-96.7311|C|605',
  'Denver|CO|80202|39.7392|-104.9903|M|720',
  'Fort Collins|CO|80524|40.5853|-105.0844|M|970',
  'Salt Lake City|UT|84101|40.7608|-111.8910|M|801 385',
  'Boise|ID|83702|43.6150|-116.2023|M|208',
  'Billings|MT|59101|45.7833|-108.5007|M|406',
  'Albuquerque|NM|87102|35.0844|-106.6504|M|505',
  'Cheyenne|WY|82001|41.1400|-104.8202|M|307',
  'Mesa|AZ|85201|33.4152|-111.8315|A|480',
  'Phoenix|AZ|85004|33.4484|-112.0740|A|602 623',
  'Seattle|WA|98101|47.6062|-122.3321|P|206',
  'Spokane|WA|99201|47.6588|-117.4260|P|509',
  'Portland|OR|97205|45.5152|-122.6784|P|503 971',
  'Eugene|OR|97401|44.0521|-123.0868|P|541 458',
  'Reno|NV|89501|39.5296|-119.8138|P|775',
  'Las Vegas|NV|89101|36.1699|-115.1398|P|702',
  'Fresno|CA|93721|36.7378|-119.7871|P|559',
  'San Diego|CA|92101|32.7157|-117.1611|P|619',
  'Irvine|CA|92614|33.6846|-117.8265|P|949',
  'Oakland|CA|94607|37.8044|-122.2712|P|510',
  'San Jose|CA|95113|37.3382|-121.8863|P|408 669',
].map(city);

export const homeTowns = {
  asheville: city('Asheville|NC|28801|35.5951|-82.5515|E|828'),
  boulder: city('Boulder|CO|80302|40.0150|-105.2705|M|303'),
  sacramento: city('Sacramento|CA|95814|38.5816|-121.4944|P|916'),
  madison: city('Madison|WI|53703|43.0731|-89.4012|C|608'),
  tucson: city('Tucson|AZ|85701|32.2226|-110.9747|A|520'),
} as const;
