import type { CardPictures } from './card-pictures.ts';
import { officeIds } from './offices.ts';
import { avatar, type Portrait } from './postcards/avatar.ts';

export const salesContactColumns = ['id', 'name', 'position', 'email', 'phone', 'picture'] as const;

interface SalesContact {
  id: string;
  name: string;
  position: string;
  email: string;
  phone: string;
  portrait: Portrait;
}

export const salesContacts: readonly SalesContact[] = [
  {
    id: 'demo-sales-okafor',
    name: 'Renata Okafor',
    position: 'Senior Marketing Consultant',
    email: 'renata@provider.example',
    phone: '+18015550121',
    portrait: { skin: '#8d5a3c', hair: '#2b1b17', clothes: '#0c6b70', ground: '#ffd9b8', cut: 'bun' },
  },
  {
    id: 'demo-sales-halloran',
    name: 'Jude Halloran',
    position: 'Marketing Consultant',
    email: 'jude@provider.example',
    phone: '+18015550134',
    portrait: { skin: '#f0c3a0', hair: '#b3541e', clothes: '#3b3a82', ground: '#cfe4ff', cut: 'short' },
  },
  {
    id: 'demo-sales-natsumi',
    name: 'Mika Natsumi',
    position: 'Art Director',
    email: 'mika@provider.example',
    phone: '+18015550147',
    portrait: { skin: '#eec39a', hair: '#1d1d26', clothes: '#b3127c', ground: '#d8f0dc', cut: 'bob' },
  },
];

export function salesContactOf(officeId: string): string {
  const at = officeId === officeIds.homeServices ? 1 : officeId === officeIds.orthodontics ? 2 : 0;
  return (salesContacts[at] as SalesContact).id;
}

export function salesContactRows(
  pictures: CardPictures | null,
): Record<(typeof salesContactColumns)[number], string | null>[] {
  return salesContacts.map(({ portrait, ...contact }) => ({
    ...contact,
    picture: pictures?.add(`sales-contacts/${contact.id}`, () => avatar(portrait)) ?? null,
  }));
}
