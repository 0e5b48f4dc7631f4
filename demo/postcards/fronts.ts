import type { Brand } from './brands.ts';
import { capitals, fitted, lines, picture, transformed, seal, type Size, text } from './drawing.ts';
import { logo } from './mark.ts';
import { type Message, scenes } from './themes.ts';

/** 9 × 6 inches, in pixels. */
export const landscapeSize: Size = { width: 1500, height: 1000 };
export const portraitSize: Size = { width: 800, height: 1600 };

const scenePicture = (message: Message, brand: Brand, [x, y, width, height]: readonly number[]) =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 1000 1000" preserveAspectRatio="xMidYMax slice">${scenes[message.scene](brand)}</svg>`;

const offerSeal = ({ price, deal }: Message, brand: Brand, x: number, y: number, radius: number) =>
  transformed(
    x,
    y,
    radius / 200,
    `<g opacity=".18" transform="translate(8 12)">${seal(204, 28, '#000000')}</g>`,
    seal(200, 28, brand.accent),
    `<circle r="170" fill="none" stroke="#ffffff" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round"/>`,
    fitted(price, { x: 0, y: 18, size: 130, width: 290, face: 'display', fill: '#ffffff', anchor: 'middle' }),
    lines(deal, {
      x: 0,
      y: 66,
      size: 30,
      width: 240,
      maxLines: 2,
      face: 'strong',
      fill: '#ffffff',
      anchor: 'middle',
    }).drawing,
  );

const offerTicket = ({ price, deal }: Message, brand: Brand, x: number, y: number, width: number) => {
  const style = { size: 34, width: width * 0.42, maxLines: 3, face: 'strong', fill: '#ffffff' } as const;
  const { height } = lines(deal, { ...style, x: 0, y: 0 });
  const words = lines(deal, { ...style, x: width * 0.51, y: 116 - height / 2 });
  return transformed(
    x,
    y,
    1,
    `<path d="M20 0h${width - 40}a20 20 0 0 1 20 20v46a24 24 0 0 0 0 48v46a20 20 0 0 1-20 20H20a20 20 0 0 1-20-20v-46a24 24 0 0 0 0-48V20a20 20 0 0 1 20-20z" fill="${brand.accent}"/>`,
    `<path d="M${width * 0.47} 24v132" stroke="#ffffff" stroke-width="4" stroke-dasharray="4 12" stroke-linecap="round" opacity=".8"/>`,
    fitted(price, {
      x: width * 0.25,
      y: 120,
      size: 96,
      width: width * 0.36,
      face: 'display',
      fill: '#ffffff',
      anchor: 'middle',
    }),
    words.drawing,
  );
};

const split = (brand: Brand, message: Message) => {
  const headline = lines(message.headline, {
    x: 90,
    y: 340,
    size: 100,
    width: 640,
    maxLines: 4,
    leading: 1.02,
    face: 'display',
    fill: '#ffffff',
  });
  const below = 340 + headline.height - headline.size * 0.4;
  return [
    scenePicture(message, brand, [660, 0, 840, 1000]),
    `<path d="M0 0h760c60 180 70 320 20 500s-40 340 30 500H0z" fill="${brand.main}"/><path d="M760 0c60 180 70 320 20 500s-40 340 30 500h26c-70-160-80-320-30-500s40-320-20-500z" fill="${brand.sun}"/>`,
    logo(brand, { x: 84, y: 76, scale: 1.15, background: 'color' }),
    headline.drawing,
    lines(message.line, {
      x: 92,
      y: below + 20,
      size: 36,
      width: 590,
      maxLines: 3,
      leading: 1.35,
      fill: '#ffffff',
    }).drawing,
    offerTicket(message, brand, 90, 770, 600),
  ];
};

const arch = (brand: Brand, message: Message) => {
  const headline = lines(message.headline, {
    x: 90,
    y: 380,
    size: 112,
    width: 720,
    maxLines: 3,
    leading: 1.02,
    face: 'display',
    fill: brand.ink,
  });
  const below = 380 + headline.height - headline.size * 0.4;
  return [
    `<rect width="1500" height="1000" fill="${brand.paper}"/>`,
    `<path d="M870 1000V450a275 275 0 0 1 550 0v550z" fill="${brand.tint}"/>`,
    `<clipPath id="arch"><path d="M900 1000V450a245 245 0 0 1 490 0v550z"/></clipPath><g clip-path="url(#arch)">${scenePicture(message, brand, [800, 180, 690, 820])}</g>`,
    `<path d="M900 1000V450a245 245 0 0 1 490 0v550" fill="none" stroke="#ffffff" stroke-width="16"/>`,
    logo(brand, { x: 84, y: 76, scale: 1.15, background: 'paper' }),
    `<rect x="92" y="250" width="120" height="10" rx="5" fill="${brand.sun}"/>`,
    headline.drawing,
    lines(message.line, {
      x: 92,
      y: below + 30,
      size: 38,
      width: 530,
      maxLines: 3,
      leading: 1.35,
      fill: brand.ink,
    }).drawing,
    `<rect y="940" width="860" height="60" fill="${brand.main}"/>`,
    capitals(brand.site, { x: 92, y: 980, size: 26, fill: '#ffffff' }),
    offerSeal(message, brand, 800, 800, 150),
  ];
};

const bleed = (brand: Brand, message: Message) => [
  `<rect width="1500" height="1000" fill="${brand.main}"/><g fill="none" stroke="${brand.tint}" stroke-width="30" opacity=".2"><circle cx="0" cy="1000" r="420"/><circle cx="0" cy="1000" r="560"/><circle cx="0" cy="1000" r="700"/></g>`,
  scenePicture(message, brand, [540, 90, 960, 910]),
  `<rect x="528" width="14" height="1000" fill="${brand.sun}"/>`,
  `<path d="M0 0h1500v150c-300 110-900 90-1500 20z" fill="${brand.paper}"/>`,
  logo(brand, { x: 70, y: 30, scale: 1.05, background: 'paper' }),
  `<rect x="70" y="560" width="820" height="370" rx="34" fill="#000000" opacity=".16"/><rect x="60" y="546" width="820" height="370" rx="34" fill="#ffffff"/><rect x="60" y="546" width="18" height="370" fill="${brand.accent}"/>`,
  lines(message.headline, {
    x: 120,
    y: 658,
    size: 84,
    width: 710,
    maxLines: 2,
    leading: 1.04,
    face: 'display',
    fill: brand.ink,
  }).drawing,
  lines(message.line, { x: 122, y: 816, size: 36, width: 690, maxLines: 2, leading: 1.3, fill: brand.ink })
    .drawing,
  offerSeal(message, brand, 1295, 215, 175),
];

const bold = (brand: Brand, message: Message) => {
  const headline = lines(message.headline, {
    x: 90,
    y: 290,
    size: 86,
    width: 600,
    maxLines: 3,
    leading: 1.04,
    face: 'display',
    fill: brand.ink,
  });
  return [
    `<rect width="1500" height="1000" fill="${brand.paper}"/>`,
    `<circle cx="1180" cy="520" r="560" fill="${brand.tint}"/>`,
    `<clipPath id="round"><circle cx="1190" cy="520" r="440"/></clipPath><g clip-path="url(#round)">${scenePicture(message, brand, [750, 80, 880, 880])}</g>`,
    `<circle cx="1190" cy="520" r="440" fill="none" stroke="${brand.sun}" stroke-width="20"/>`,
    logo(brand, { x: 84, y: 70, scale: 1.1, background: 'paper' }),
    headline.drawing,
    fitted(message.price, { x: 84, y: 720, size: 250, width: 620, face: 'display', fill: brand.accent }),
    lines(message.deal, { x: 92, y: 820, size: 48, width: 620, maxLines: 1, face: 'strong', fill: brand.ink })
      .drawing,
    lines(message.line, { x: 92, y: 878, size: 34, width: 640, maxLines: 2, leading: 1.3, fill: brand.ink })
      .drawing,
    `<rect y="966" width="1500" height="34" fill="${brand.main}"/>`,
  ];
};

const layoutParts = { split, arch, bleed, bold };

export const front = (brand: Brand, message: Message): string =>
  picture(landscapeSize, ...layoutParts[message.layout](brand, message));

export const doorHanger = (brand: Brand, message: Message, phone: string): string =>
  picture(
    portraitSize,
    `<rect width="800" height="1600" fill="${brand.main}"/>`,
    `<path d="M0 750c260-70 540-70 800 0v560H0z" fill="${brand.sun}"/>`,
    scenePicture(message, brand, [0, 780, 800, 510]),
    `<circle cx="400" cy="190" r="120" fill="#ffffff"/><circle cx="400" cy="190" r="120" fill="none" stroke="${brand.sun}" stroke-width="14"/>`,
    logo(brand, { x: 190, y: 350, scale: 1.1, background: 'color' }),
    lines(message.headline, {
      x: 400,
      y: 550,
      size: 76,
      width: 680,
      maxLines: 2,
      leading: 1.05,
      face: 'display',
      fill: '#ffffff',
      anchor: 'middle',
    }).drawing,
    `<rect y="1280" width="800" height="320" fill="${brand.ink}"/>`,
    text(`${message.price} · ${message.deal}`, {
      x: 400,
      y: 1370,
      size: 36,
      face: 'strong',
      fill: brand.sun,
      anchor: 'middle',
    }),
    fitted(phone, {
      x: 400,
      y: 1490,
      size: 96,
      width: 680,
      face: 'display',
      fill: '#ffffff',
      anchor: 'middle',
    }),
    text(brand.site, { x: 400, y: 1555, size: 32, fill: '#ffffff', anchor: 'middle' }),
  );
