import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import { palette } from './palette.ts';
import { box, check, disc, filled, handset, moved, shape, stroked, word } from './shapes.ts';

const { ink, paper, cream, night, magenta, bright, pink, blush, amber, deep } = palette;

/** Days are numbered from 0. */
function calendar(days: number, chosen: number | null): string {
  const cells = Array.from({ length: days }, (_, day) => {
    const [x, y] = [-84 + (day % 5) * 37, -26 + Math.floor(day / 5) * 37];
    return day === chosen
      ? box(x - 5, y - 5, 36, 36, 10, filled(amber)) + check(x + 4, y + 13, 19, stroked(ink, 5))
      : box(x, y, 26, 26, 7, filled(blush));
  });
  return [
    box(-108, -96, 216, 206, 22, filled(night)),
    box(-108, -104, 216, 206, 22, filled(paper)),
    shape('M-108 -56v-26a22 22 0 0 1 22 -22h172a22 22 0 0 1 22 22v26z', filled(bright)),
    ...[-56, 56].map((x) => box(x - 6, -122, 12, 40, 6, filled(cream))),
    ...cells,
  ].join('');
}

const person = (x: number, height: number, body: string, head: string) =>
  [
    shape(
      `M${x - height * 0.42} 0v${-height * 0.18}a${height * 0.42} ${height * 0.42} 0 0 1 ${height * 0.84} 0v${height * 0.18}z`,
      filled(body),
    ),
    disc(x, -height * 0.8, height * 0.24, filled(head)),
  ].join('');

const bubble = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  tail: 'left' | 'right',
  radius = 26,
) => {
  const [at, to] =
    tail === 'left' ? [x + radius + 8, x + radius - 8] : [x + width - radius - 8, x + width - radius + 8];
  return (
    box(x, y, width, height, radius, filled(fill)) +
    shape(
      `M${at - 14} ${y + height - 2}L${to} ${y + height + 28}L${at + 16} ${y + height - 2}z`,
      filled(fill),
    )
  );
};

const pause = (x: number, y: number, radius: number, fill: string, bars: string) =>
  disc(x, y, radius, filled(fill)) +
  [-0.34, 0.12]
    .map((part) =>
      box(x + part * radius, y - radius * 0.42, radius * 0.24, radius * 0.84, radius * 0.1, filled(bars)),
    )
    .join('');

/** Centered in an area of 290 by 300. */
export const illustrations: Readonly<Record<ProTip, () => string>> = {
  'asked-for-appointment': () =>
    moved('rotate(-5)', calendar(15, 7)) +
    bubble(14, 46, 124, 62, amber, 'right') +
    word('10 or 4?', 76, 85, 23, ink),

  'asked-for-source': () =>
    moved(
      'rotate(7) translate(4 8)',
      box(-118, -78, 236, 164, 14, filled(night)),
      box(-118, -86, 236, 164, 14, filled(paper)),
      box(-100, -68, 92, 128, 8, filled(pink)),
      shape('M-100 26l30 -34l24 22l20 -16l18 24v30a8 8 0 0 1 -8 8h-76a8 8 0 0 1 -8 -8z', filled(bright)),
      disc(-34, -40, 13, filled(amber)),
      box(58, -70, 44, 52, 4, { ...stroked(magenta, 4), 'stroke-dasharray': '1 8' }),
      disc(80, -44, 12, filled(pink)),
      ...[6, 28, 50].map((y, row) => box(14, y, row === 2 ? 52 : 88, 8, 4, filled(blush))),
    ) +
    moved(
      'translate(58 62)',
      shape('M34 34l44 44', stroked(cream, 20)),
      disc(0, 0, 52, { fill: amber, stroke: cream, 'stroke-width': 12 }),
      word('?', 0, 26, 74, ink, 'display'),
    ),

  'good-impression': () =>
    [
      bubble(-118, -112, 236, 196, paper, 'left', 52),
      disc(-46, -44, 15, filled(ink)),
      disc(46, -44, 15, filled(ink)),
      disc(-76, -6, 17, filled(pink)),
      disc(76, -6, 17, filled(pink)),
      shape('M-52 2c10 60 94 60 104 0c-30 14 -74 14 -104 0z', filled(magenta)),
      moved('translate(76 104) rotate(-28) scale(1.25)', handset(amber)),
      shape('M-128 -136l-12 -14M-96 -146l-4 -18M-146 -104l-18 -4', stroked(amber, 8)),
    ].join(''),

  'asked-for-additional-appointments': () =>
    [
      disc(0, -16, 126, filled(magenta)),
      moved(
        'translate(0 104)',
        person(-84, 124, pink, cream),
        person(88, 112, amber, cream),
        person(0, 176, paper, pink),
        person(52, 74, blush, amber),
      ),
      ...[
        [-84, -38],
        [0, -112],
        [92, -26],
      ].map(([x = 0, y = 0]) => disc(x, y, 22, filled(amber)) + check(x - 10, y, 21, stroked(ink, 5.5))),
    ].join(''),

  'interacted-with-ivr': () => {
    const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', ''];
    return [
      box(-118, -124, 150, 264, 28, filled(night)),
      box(-118, -132, 150, 264, 28, filled(paper)),
      box(-100, -114, 114, 40, 12, filled(blush)),
      shape('M-84 -94h18M-58 -94h40', stroked(pink, 7)),
      ...keys.map((key, index) => {
        const [x, y] = [-84 + (index % 3) * 41, -48 + Math.floor(index / 3) * 43];
        const zero = key === '0';
        return (
          disc(x, y, zero ? 21 : 17, filled(zero ? amber : blush)) +
          (key === '' ? '' : word(key, x, y + 6.5, 18, zero ? ink : deep))
        );
      }),
      shape('M-18 92C40 124 96 112 100 62', { ...stroked(amber, 7), 'stroke-dasharray': '1 14' }),
      disc(92, -12, 58, filled(magenta)),
      disc(92, -12, 58, stroked(pink, 5)),
      moved('translate(92 32)', person(0, 86, paper, pink)),
    ].join('');
  },

  'pricing-answers': () =>
    [
      moved(
        'translate(-30 8) rotate(-14)',
        shape(
          'M-84 -56l58 -56a20 20 0 0 1 14 -6h88a24 24 0 0 1 24 24v196a24 24 0 0 1 -24 24h-144a24 24 0 0 1 -24 -24v-144a20 20 0 0 1 8 -14z',
          filled(night),
        ),
        shape(
          'M-84 -64l58 -56a20 20 0 0 1 14 -6h88a24 24 0 0 1 24 24v196a24 24 0 0 1 -24 24h-144a24 24 0 0 1 -24 -24v-144a20 20 0 0 1 8 -14z',
          filled(paper),
        ),
        disc(62, -88, 13, filled(magenta)),
        shape('M62 -88c12 -40 44 -54 72 -38', stroked(cream, 6)),
        word('$', -6, 66, 146, magenta, 'display'),
      ),
      moved('translate(84 74) rotate(8) scale(0.5)', calendar(15, 8)),
    ].join(''),

  'placed-on-hold': () =>
    [
      pause(-38, -34, 92, paper, deep),
      disc(-38, -34, 92, stroked(amber, 17)),
      shape('M-102 30L26 -98', stroked(amber, 17)),
      disc(66, 70, 74, filled(magenta)),
      disc(66, 70, 62, filled(cream)),
      moved('translate(66 72) rotate(-24)', handset(deep)),
      shape('M98 -16c16 7 27 18 34 33M106 -46c24 9 42 27 51 50', stroked(pink, 8)),
    ].join(''),

  'asked-to-place-on-hold': () =>
    [
      bubble(-134, -118, 186, 126, paper, 'left'),
      pause(-76, -56, 34, deep, blush),
      word('?', 2, -26, 88, magenta, 'display'),
      bubble(-24, 42, 156, 88, amber, 'right'),
      word('Yes!', 54, 101, 44, ink, 'display'),
    ].join(''),

  'hold-time': () =>
    [
      box(-22, -150, 44, 30, 10, filled(amber)),
      shape('M84 -96l20 -20', stroked(amber, 16)),
      disc(0, 18, 122, filled(night)),
      disc(0, 10, 122, filled(paper)),
      shape('M0 10V-78A88 88 0 1 1 -88 10z', filled(blush)),
      shape('M0 -78A88 88 0 1 1 -88 10', stroked(magenta, 16)),
      shape('M-88 10A88 88 0 0 1 -8 -78', { ...stroked(pink, 16), 'stroke-dasharray': '1 22' }),
      shape('M0 10L-62 10M0 10V-42', stroked(ink, 9)),
      disc(0, 10, 11, filled(ink)),
      word('45', 34, 50, 36, deep, 'display'),
      word('sec', 34, 67, 14, deep),
    ].join(''),
};
