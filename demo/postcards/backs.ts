import type { Brand } from './brands.ts';
import { capitals, fitted, lines, picture, transformed, text } from './drawing.ts';
import { landscapeSize } from './fronts.ts';
import { logo } from './mark.ts';
import type { Message } from './themes.ts';

export interface BackContents {
  office: string;
  /** Street and city; null hides them. */
  address: string | null;
  phone: string | null;
  points: readonly string[];
  hours: readonly string[];
  showsHours: boolean;
}

const check = (x: number, y: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="20" fill="${color}"/><path d="M${x - 9} ${y}l7 8 13-15" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;

const coupon = (brand: Brand, { price, deal }: Message, x: number, y: number) =>
  transformed(
    x,
    y,
    1,
    `<rect width="660" height="200" rx="18" fill="#ffffff" stroke="${brand.accent}" stroke-width="5" stroke-dasharray="16 12"/>`,
    fitted(price, { x: 40, y: 126, size: 100, width: 270, face: 'display', fill: brand.accent }),
    lines(deal, { x: 340, y: 84, size: 34, width: 290, maxLines: 2, face: 'strong', fill: brand.ink })
      .drawing,
    fitted('Bring this card. One per household.', {
      width: 290,
      x: 340,
      y: 168,
      size: 19,
      fill: brand.ink,
    }),
  );

const streets = (brand: Brand, x: number, y: number) =>
  transformed(
    x,
    y,
    1,
    `<clipPath id="map"><rect width="250" height="200" rx="16"/></clipPath><g clip-path="url(#map)"><rect width="250" height="200" fill="${brand.tint}"/><path d="M-10 60h270M-10 140h270M70-10v220M170-10v220M-10 200L150-10" stroke="#ffffff" stroke-width="12"/><path d="M-10 110c80-20 160 40 270 0" fill="none" stroke="#9cc7de" stroke-width="16"/></g><path d="M134 106c-30-40-34-54-34-66a34 34 0 0 1 68 0c0 12-4 26-34 66z" fill="${brand.accent}"/><circle cx="134" cy="40" r="13" fill="#ffffff"/>`,
  );

const postalArea = (brand: Brand, { office, address }: BackContents) => {
  const bars = Array.from({ length: 48 }, (_, at) => {
    const kind = (at * 7 + (at % 5) * 3) % 4;
    const [top, height] = [kind & 1 ? 0 : 11, 12 + (kind & 1 ? 11 : 0) + (kind & 2 ? 11 : 0)];
    return `<rect x="${at * 10}" y="${top}" width="4" height="${height}" fill="#222222"/>`;
  });
  return [
    `<rect x="800" width="700" height="1000" fill="#ffffff"/>`,
    text(office, { x: 850, y: 96, size: 26, face: 'strong', fill: brand.ink }),
    address === null
      ? ''
      : lines(address, { x: 850, y: 132, size: 23, width: 330, maxLines: 2, leading: 1.35, fill: brand.ink })
          .drawing,
    `<rect x="1240" y="60" width="200" height="150" fill="none" stroke="#444444" stroke-width="3"/>`,
    ...['PRSRT MKTG', 'US POSTAGE', 'PAID', 'PERMIT NO. 000'].map((line, at) =>
      text(line, { x: 1340, y: 96 + at * 32, size: 22, face: 'strong', fill: '#444444', anchor: 'middle' }),
    ),
    ...['***************ECRWSS', 'Our Neighbor at', '100 Your Street', 'Your Town'].map((line, at) =>
      text(line, { x: 930, y: 640 + at * 46, size: 34, fill: '#222222' }),
    ),
    transformed(930, 850, 1, ...bars),
  ];
};

export function back(brand: Brand, message: Message, contents: BackContents): string {
  const { points, hours, showsHours, phone, address } = contents;
  return picture(
    landscapeSize,
    `<rect width="1500" height="1000" fill="${brand.paper}"/>`,
    ...postalArea(brand, contents),
    `<rect width="800" height="172" fill="${brand.main}"/><rect y="172" width="800" height="12" fill="${brand.sun}"/>`,
    logo(brand, { x: 62, y: 34, scale: 1.05, background: 'color' }),
    lines(message.headline, {
      x: 70,
      y: 266,
      size: 56,
      width: 670,
      maxLines: 1,
      face: 'display',
      fill: brand.ink,
    }).drawing,
    ...points.map((point, at) =>
      [
        check(90, 330 + at * 58, brand.main),
        fitted(point, { x: 128, y: 341 + at * 58, size: 31, width: showsHours ? 380 : 600, fill: brand.ink }),
      ].join(''),
    ),
    ...(showsHours
      ? [
          `<rect x="530" y="296" width="210" height="176" rx="16" fill="${brand.tint}"/>`,
          capitals('Hours', { x: 550, y: 334, size: 22, fill: brand.main }),
          ...hours.map((line, at) =>
            fitted(line, { x: 550, y: 374 + at * 36, size: 24, width: 176, fill: brand.ink }),
          ),
        ]
      : []),
    coupon(brand, message, 70, 506),
    address === null ? '' : streets(brand, 70, 742),
    ...(phone === null
      ? [
          fitted(brand.site, {
            x: address === null ? 70 : 350,
            y: 850,
            size: 64,
            width: address === null ? 660 : 390,
            face: 'display',
            fill: brand.accent,
          }),
        ]
      : [
          capitals('Call today', { x: address === null ? 70 : 350, y: 786, size: 26, fill: brand.main }),
          fitted(phone, {
            x: address === null ? 70 : 350,
            y: 858,
            size: 64,
            width: address === null ? 660 : 390,
            face: 'display',
            fill: brand.accent,
          }),
          text(brand.site, {
            x: address === null ? 70 : 350,
            y: 908,
            size: 28,
            face: 'strong',
            fill: brand.ink,
          }),
        ]),
    address === null ? '' : fitted(address, { x: 350, y: 942, size: 22, width: 400, fill: brand.ink }),
    `<path d="M800 0v1000" stroke="${brand.tint}" stroke-width="3"/>`,
  );
}
