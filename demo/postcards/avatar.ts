import { picture } from './drawing.ts';

export interface Portrait {
  skin: string;
  hair: string;
  clothes: string;
  ground: string;
  cut: 'bun' | 'short' | 'bob';
}

const side = 320;

const hairBehindFace: Record<Portrait['cut'], string> = {
  bun: '<circle cx="160" cy="44" r="30"/><circle cx="160" cy="120" r="72"/>',
  short: '<circle cx="160" cy="116" r="70"/>',
  bob: '<path d="M82 128a78 78 0 0 1 156 0v72a20 20 0 0 1-20 20H102a20 20 0 0 1-20-20z"/>',
};
const hairOverFace: Record<Portrait['cut'], string> = {
  bun: '<path d="M98 132c0-44 26-70 62-70s62 26 62 70c-14-26-40-42-70-44c-24 2-44 18-54 44z"/>',
  short: '<path d="M98 130c-4-46 22-76 62-76s68 26 64 74c-8-20-18-30-30-34c-30 12-66 10-96 36z"/>',
  bob: '<path d="M96 150c-4-56 24-84 64-84s68 28 64 84c-6-32-20-48-38-52c-28 4-70 2-90 52z"/>',
};

export function avatar({ skin, hair, clothes, ground, cut }: Portrait): string {
  return picture(
    { width: side, height: side },
    `<rect width="${side}" height="${side}" fill="${ground}"/>`,
    `<circle cx="250" cy="70" r="110" fill="#fff" opacity=".35"/>`,
    `<g fill="${hair}">${hairBehindFace[cut]}</g>`,
    `<path d="M40 320c4-66 52-96 120-96s116 30 120 96z" fill="${clothes}"/>`,
    `<path d="M130 190h60v44c-8 18-52 18-60 0z" fill="${skin}"/>`,
    `<path d="M130 206c14 14 46 14 60 0v10c-14 16-46 16-60 0z" fill="#000" opacity=".12"/>`,
    `<path d="M122 226l38 44 38-44 12 4-50 62-50-62z" fill="#fff" opacity=".9"/>`,
    `<ellipse cx="160" cy="142" rx="58" ry="68" fill="${skin}"/>`,
    `<g fill="${hair}">${hairOverFace[cut]}</g>`,
    `<g fill="#23201f"><circle cx="138" cy="146" r="6"/><circle cx="182" cy="146" r="6"/></g>`,
    `<path d="M140 176c12 12 28 12 40 0" fill="none" stroke="#7a2e2a" stroke-width="6" stroke-linecap="round"/>`,
    `<g fill="#e2604f" opacity=".28"><circle cx="120" cy="168" r="12"/><circle cx="200" cy="168" r="12"/></g>`,
  );
}
