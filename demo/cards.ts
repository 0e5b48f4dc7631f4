import type { CardPictures } from './card-pictures.ts';
import type { Campaign } from './campaigns.ts';
import type { Office } from './offices.ts';
import { back, type BackContents } from './postcards/backs.ts';
import { type Brand, brands } from './postcards/brands.ts';
import { doorHanger, front } from './postcards/fronts.ts';
import { type Message, messages } from './postcards/themes.ts';
import { hashOf } from './random.ts';
import { homeServices } from './trade-home-services.ts';
import { orthodontics } from './trade-orthodontics.ts';

/** Paths; null for a missing face. */
export interface Faces {
  front: string | null;
  back: string | null;
}

export function brandOf({ trade }: Office): Brand {
  if (trade === orthodontics) return brands.orthodontics;
  return trade === homeServices ? brands.homeServices : brands.dental;
}

export function messageOf(office: Office, theme: string): Message {
  const message = messages[theme] ?? messages[office.trade.themes[0] as string];
  if (!message) throw new Error(`No card says anything about “${theme}”.`);
  return message;
}

export function printedNumber(e164: string): string {
  return `(${e164.slice(2, 5)}) ${e164.slice(5, 8)}-${e164.slice(8)}`;
}

export function backOf(office: Office, phone: string | null): BackContents {
  const isHome = office.trade === homeServices;
  return {
    office: office.name,
    address: office.address,
    phone: phone === null ? null : printedNumber(phone),
    points: isHome
      ? ['Licensed, bonded and insured', 'Prices agreed before we start', 'Se habla español']
      : ['Most insurance plans welcome', 'Evening appointments', 'Se habla español'],
    hours: isHome
      ? ['Every day 7–7', 'Emergencies', 'day and night']
      : ['Mon–Thu 8–6', 'Friday 8–2', 'Sat by request'],
    showsHours: true,
  };
}

const pictureName = (folder: string, label: string, contents: unknown) =>
  `${folder}/${slugOf(label)}-${hashOf(JSON.stringify(contents)).toString(16)}`;
const slugOf = (label: string) =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');

export function frontPicture(pictures: CardPictures, brand: Brand, message: Message): string {
  return pictures.add(pictureName('fronts', message.headline, [brand, message]), () => front(brand, message));
}

export function backPicture(
  pictures: CardPictures,
  brand: Brand,
  message: Message,
  contents: BackContents,
): string {
  return pictures.add(pictureName('backs', contents.office, [brand, message, contents]), () =>
    back(brand, message, contents),
  );
}

/** Only the newest mailings have a back with their own tracking number. */
export function facesOfCampaign(
  pictures: CardPictures,
  office: Office,
  campaign: Campaign,
  isNew: boolean,
): Faces {
  const brand = brandOf(office);
  const { label, type, line } = campaign;
  if (type === 'CallPro')
    return {
      front: pictures.add(`door-hangers/${office.code}`, () =>
        doorHanger(brand, messageOf(office, label), printedNumber(line.number)),
      ),
      back: null,
    };
  if (!campaign.isMailing) return { front: null, back: null };
  const message = messageOf(office, label);
  const plain = isNew ? message : messageOf(office, office.trade.themes[0] as string);
  return {
    front: frontPicture(pictures, brand, message),
    back: backPicture(pictures, brand, plain, backOf(office, isNew ? line.number : null)),
  };
}
