import type { Brand } from './brands.ts';
import { transformed } from './drawing.ts';
import type { Scene } from './scene-places.ts';

const ground = (color: string, rings: string) =>
  `<rect width="1000" height="1000" fill="${color}"/><g fill="none" stroke="${rings}" stroke-width="34" opacity=".28"><circle cx="500" cy="640" r="330"/><circle cx="500" cy="640" r="440"/><circle cx="500" cy="640" r="560"/></g>`;
const sparkle = (x: number, y: number, size: number, color: string) =>
  transformed(
    x,
    y,
    size,
    `<path d="M0-50c6 34 16 44 50 50c-34 6-44 16-50 50c-6-34-16-44-50-50c34-6 44-16 50-50z" fill="${color}"/>`,
  );

const tooth: Scene = ({ main, tint, sun, ink, accent }) =>
  [
    ground(tint, main),
    transformed(
      500,
      650,
      2.5,
      `<path d="M-92-70c0-50 50-60 92-40c42-20 92-10 92 40c0 50-22 74-30 118c-6 34-14 62-32 62c-22 0-14-64-30-64s-8 64-30 64c-18 0-26-28-32-62c-8-44-30-68-30-118z" fill="#ffffff" stroke="${ink}" stroke-opacity=".12" stroke-width="6"/>`,
      `<path d="M-66-74c4-20 20-28 40-26" fill="none" stroke="${tint}" stroke-width="12" stroke-linecap="round"/>`,
      `<g fill="${ink}"><circle cx="-28" cy="-34" r="8"/><circle cx="28" cy="-34" r="8"/></g><path d="M-24-12c14 20 34 20 48 0z" fill="${accent}"/><g fill="${accent}" opacity=".3"><circle cx="-48" cy="-14" r="11"/><circle cx="48" cy="-14" r="11"/></g>`,
    ),
    sparkle(220, 480, 1.3, sun),
    sparkle(800, 440, 1.7, '#ffffff'),
    sparkle(830, 810, 1, sun),
    sparkle(170, 800, 0.9, '#ffffff'),
  ].join('');

const smile: Scene = ({ main, accent, sun, tint }) =>
  [
    ground(main, tint),
    `<path d="M110 560c130-70 260-70 390-20c130-50 260-50 390 20c-60 220-210 340-390 340S170 780 110 560z" fill="${accent}"/>`,
    `<path d="M170 580c110-40 220-40 330-6c110-34 220-34 330 6c-60 160-180 246-330 246S230 740 170 580z" fill="#5a1620"/>`,
    `<path d="M176 580c110-40 216-40 324-6c108-34 214-34 324 6c-30 74-150 124-324 124s-294-50-324-124z" fill="#ffffff"/>`,
    `<g stroke="#d8dfe6" stroke-width="7"><path d="M500 576v126M410 568v128M590 568v128M324 566v114M676 566v114M246 572v84M754 572v84"/></g>`,
    `<path d="M330 770c90-60 250-60 340 0c-50 40-108 56-170 56s-120-16-170-56z" fill="#f08a86"/>`,
    sparkle(740, 470, 1.5, '#ffffff'),
    sparkle(850, 400, 0.8, sun),
    sparkle(170, 450, 0.9, sun),
  ].join('');

const row = (extra: (x: number, at: number) => string) =>
  `<path d="M40 470c300-120 620-120 920 0v110H40z" fill="#f2a09a"/>${[0, 1, 2, 3, 4]
    .map((at) => {
      const x = 60 + at * 178;
      const y = 500 + Math.abs(at - 2) * 18;
      return `<path d="M${x} ${y + 40}c0-60 40-78 84-78s84 18 84 78v150c0 66-34 96-84 96s-84-30-84-96z" fill="#ffffff" stroke="#d9e0e8" stroke-width="6"/>${transformed(x + 84, y + 130, 1, extra(x, at))}`;
    })
    .join('')}`;

const braces: Scene = ({ main, accent, sun, tint }) => {
  const colors = [accent, sun, main, accent, sun];
  return [
    ground(tint, main),
    row((_, at) => `<rect x="-42" y="-42" width="84" height="84" rx="16" fill="${colors[at]}"/>`),
    `<path d="M60 668c150-44 290-36 440-36s290-8 440 36" fill="none" stroke="#6d7787" stroke-width="15" stroke-linecap="round"/>`,
    `<g fill="#ffffff" opacity=".75">${[0, 1, 2, 3, 4].map((at) => `<rect x="${126 + at * 178}" y="${604 + Math.abs(at - 2) * 18}" width="36" height="9" rx="4"/>`).join('')}</g>`,
    sparkle(880, 400, 1.4, '#ffffff'),
    sparkle(130, 430, 1, sun),
  ].join('');
};

const aligner: Scene = ({ main, sun, tint }) =>
  [
    ground(main, tint),
    row(() => ''),
    `<path d="M30 600c300-70 640-70 940 0c16 70 10 150-20 210c-50 60-130 40-180 10c-60 50-130 40-180 10c-60 30-120 30-180 0c-60 30-130 40-180-10c-50 30-130 50-180-10c-30-60-36-140-20-210z" fill="#9fd8ff" opacity=".5" stroke="#ffffff" stroke-width="9"/>`,
    `<path d="M90 640c260-56 560-56 820 0" fill="none" stroke="#ffffff" stroke-width="16" stroke-linecap="round" opacity=".85"/>`,
    sparkle(860, 420, 1.6, sun),
    sparkle(140, 470, 1, '#ffffff'),
  ].join('');

const person = (look: { skin: string; hair: string; clothes: string; long?: boolean; coat?: boolean }) =>
  [
    look.long ? `<path d="M-92-40a92 96 0 0 1 184 0v120h-184z" fill="${look.hair}"/>` : '',
    `<path d="M-170 260c4-90 66-136 170-136s166 46 170 136z" fill="${look.clothes}"/>`,
    `<path d="M-34 80h68v60c-10 22-58 22-68 0z" fill="${look.skin}"/><path d="M-34 96c16 18 52 18 68 0v16c-18 18-50 18-68 0z" opacity=".14"/>`,
    look.coat
      ? `<path d="M-52 132L0 214l52-82l26 8L30 262h-60L-78 140z" fill="#ffffff"/><path d="M-14 190h28l10 72h-48z" fill="#5fb3b3"/>`
      : '',
    `<ellipse cx="0" cy="10" rx="72" ry="86" fill="${look.skin}"/>`,
    `<path d="M-80 6c-8-74 30-112 82-112s88 40 78 112c-10-36-26-52-50-58c-40 16-80 10-110 58z" fill="${look.hair}"/>`,
    `<g fill="#2a2224"><circle cx="-26" cy="14" r="8"/><circle cx="26" cy="14" r="8"/></g><path d="M-30 44c18 28 42 28 60 0z" fill="#ffffff" stroke="#8c3a34" stroke-width="5" stroke-linejoin="round"/>`,
    `<g fill="#e2604f" opacity=".25"><circle cx="-48" cy="40" r="14"/><circle cx="48" cy="40" r="14"/></g>`,
  ].join('');

const family: Scene = ({ main, accent, sun, tint }) =>
  [
    ground(sun, '#ffffff'),
    transformed(330, 690, 1.2, person({ skin: '#d99b73', hair: '#30201c', clothes: main })),
    transformed(690, 680, 1.2, person({ skin: '#8d5a3c', hair: '#1f1715', clothes: accent, long: true })),
    transformed(510, 850, 0.85, person({ skin: '#b97b54', hair: '#2a1b17', clothes: tint })),
  ].join('');

const doctor: Scene = ({ main, tint, sun }) =>
  [
    ground(tint, main),
    transformed(
      500,
      640,
      1.75,
      person({ skin: '#c98d66', hair: '#3a2318', clothes: '#ffffff', long: true, coat: true }),
    ),
    sparkle(180, 480, 1.2, sun),
    sparkle(830, 520, 1.5, '#ffffff'),
  ].join('');

const siblings: Scene = ({ main, accent, sun, tint }) =>
  [
    ground(tint, main),
    transformed(300, 720, 1.3, person({ skin: '#f0c3a0', hair: '#b3541e', clothes: main, long: true })),
    transformed(700, 720, 1.3, person({ skin: '#f0c3a0', hair: '#8d3f14', clothes: accent })),
    sparkle(500, 430, 1.3, sun),
  ].join('');

const adult: Scene = ({ main, accent, sun, tint }: Brand) =>
  [
    ground(main, tint),
    transformed(500, 650, 1.75, person({ skin: '#f0c9a8', hair: '#6b6f7b', clothes: accent })),
    sparkle(800, 460, 1.5, sun),
    sparkle(190, 560, 1, '#ffffff'),
  ].join('');

export const smiles = {
  tooth,
  smile,
  braces,
  aligner,
  family,
  doctor,
  siblings,
  adult,
} satisfies Record<string, Scene>;
