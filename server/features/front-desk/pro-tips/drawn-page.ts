import { type ProTip, proTips } from '@mailcall/contract/pro-tips.ts';
import type { GradeMode } from '@mailcall/contract/rules/grades.ts';
import { gradeTexts, type ProTipPage, proTipPages } from '@mailcall/contract/rules/pro-tip-pages.ts';
import {
  drawnText,
  evenLinesOf,
  type TextStyle,
  linesOf,
  widthOf,
} from '../../../platform/pictures/drawn-text.ts';
import { illustrations } from './illustrations.ts';
import { palette } from './palette.ts';
import { box, disc, filled, moved, shape, stroked, word } from './shapes.ts';

/** A letter page, in hundredths of an inch. */
export const pageSize = { width: 850, height: 1100 } as const;

const margin = 56;
const inner = pageSize.width - 2 * margin;
const headHeight = 376;

const kicker: TextStyle = { face: 'strong', size: 14, spacing: 0.14 };
const headline: TextStyle = { face: 'display', size: 56, spacing: -0.012 };
const lead: TextStyle = { face: 'text', size: 19 };
const speech: TextStyle = { face: 'text', size: 18 };
const speakerStyle: TextStyle = { face: 'strong', size: 12.5, spacing: 0.04 };
const tipTitle: TextStyle = { face: 'display', size: 23 };
const tipText: TextStyle = { face: 'text', size: 15.5 };
const small: TextStyle = { face: 'text', size: 13.5 };
const smallStrong: TextStyle = { face: 'strong', size: 13.5 };

/** The first baseline is at `y`. */
const paragraph = (
  lines: readonly string[],
  style: TextStyle,
  { x, y, leading, fill }: { x: number; y: number; leading: number; fill: string },
) => lines.map((line, index) => drawnText(line, style, { x, y: y + index * leading, fill })).join('');

interface Block {
  height: number;
  /** `y` is the upper edge. */
  draw: (y: number) => string;
}

function head(proTip: ProTip, page: ProTipPage): string {
  const title = evenLinesOf(page.headline, headline, 472);
  const text = evenLinesOf(page.lead, lead, 440);
  const [titleLeading, textLeading] = [58, 28];
  // the text is centered vertically in the space below the line above it
  const height = title.length * titleLeading + 20 + text.length * textLeading;
  const top = 104 + (headHeight - 104 - 40 - height) / 2;
  return [
    shape(`M0 0H${pageSize.width}V${headHeight}H0z`, filled(palette.deep)),
    disc(676, 188, 236, filled(palette.magenta)),
    disc(676, 188, 170, { fill: palette.bright, opacity: 0.34 }),
    shape(`M0 ${headHeight}H${pageSize.width}V720H0z`, filled(palette.paper)),
    drawnText('PRO TIP TRAINING', kicker, { x: margin, y: 74, fill: palette.amber }),
    drawnText(`${proTips.indexOf(proTip) + 1} / ${proTips.length}`, kicker, {
      x: margin + widthOf('PRO TIP TRAINING', kicker) + 18,
      y: 74,
      fill: palette.pink,
    }),
    paragraph(title, headline, { x: margin - 2, y: top + 46, leading: titleLeading, fill: palette.paper }),
    paragraph(text, lead, {
      x: margin,
      y: top + title.length * titleLeading + 36,
      leading: textLeading,
      fill: palette.blush,
    }),
    moved('translate(676 194)', illustrations[proTip]()),
  ].join('');
}

const speakerNames = { caller: 'CALLER', you: 'YOU', menu: 'PHONE MENU' } as const;

function bubble({ speaker, text }: ProTipPage['dialogue'][number]): Block {
  const [inset, leading] = [22, 25];
  const lines = evenLinesOf(text, speech, 430);
  const width = Math.max(...lines.map((line) => widthOf(line, speech))) + 2 * inset;
  const height = lines.length * leading + 24;
  const isOwn = speaker === 'you';
  const left = isOwn ? pageSize.width - margin - width : margin;
  const fill = isOwn ? palette.magenta : speaker === 'menu' ? palette.line : palette.blush;
  return {
    height: height + 22,
    draw: (y) => {
      const top = y + 22;
      const bottom = top + height;
      const tail = isOwn
        ? `M${left + width - 40} ${bottom - 2}q18 4 32 16q-6 -12 -4 -26z`
        : `M${left + 40} ${bottom - 2}q-18 4 -32 16q6 -12 4 -26z`;
      return [
        drawnText(speakerNames[speaker], speakerStyle, {
          x: isOwn ? left + width - inset : left + inset,
          y: y + 14,
          fill: isOwn ? palette.magenta : palette.soft,
          anchor: isOwn ? 'end' : 'start',
        }),
        box(left, top, width, height, 20, filled(fill)),
        shape(tail, filled(fill)),
        paragraph(lines, speech, {
          x: left + inset,
          y: top + 30,
          leading,
          fill: isOwn ? palette.paper : palette.ink,
        }),
      ].join('');
    },
  };
}

function dialogue(page: ProTipPage): Block {
  const bubbles = page.dialogue.map(bubble);
  const gap = page.dialogue.length > 3 ? 8 : 14;
  return {
    height: bubbles.reduce((sum, { height }) => sum + height, 0) + gap * (bubbles.length - 1) + 10,
    draw: (y) => {
      let top = y;
      return bubbles
        .map((each) => {
          const drawn = each.draw(top);
          top += each.height + gap;
          return drawn;
        })
        .join('');
    },
  };
}

function tips(page: ProTipPage): Block {
  const gap = 20;
  const width = (inner - 2 * gap) / 3;
  const textWidth = width - 44;
  const cards = page.tips.map(({ title, text }) => ({
    title: linesOf(title, tipTitle, textWidth),
    text: evenLinesOf(text, tipText, textWidth),
  }));
  const height = 102 + Math.max(...cards.map(({ title, text }) => title.length * 28 + text.length * 22));
  return {
    height,
    draw: (y) =>
      cards
        .map(({ title, text }, index) => {
          const x = margin + index * (width + gap);
          return [
            box(x, y, width, height, 20, filled(palette.cream)),
            disc(x + 40, y + 42, 19, filled(palette.magenta)),
            word(String(index + 1), x + 40, y + 50, 23, palette.paper, 'display'),
            paragraph(title, tipTitle, { x: x + 22, y: y + 94, leading: 28, fill: palette.ink }),
            paragraph(text, tipText, {
              x: x + 22,
              y: y + 94 + (title.length - 1) * 28 + 30,
              leading: 22,
              fill: palette.soft,
            }),
          ].join('');
        })
        .join(''),
  };
}

const chips = {
  A: ['#dff3e6', '#14532d'],
  B: ['#dff3e6', '#14532d'],
  C: ['#ffe9cf', '#7a3d00'],
  D: ['#ffe0e0', '#8a1212'],
} as const;

function foot(page: ProTipPage, mode: GradeMode): Block {
  const grades = gradeTexts(page.graded, mode);
  const columns = grades.length === 0 ? inner : 300;
  const counted = evenLinesOf(page.counted, small, columns);
  const height = 32 + Math.max(counted.length * 19, grades.length === 0 ? 0 : 44);
  return {
    height,
    draw: (y) => {
      return [
        shape(`M${margin} ${y}h${inner}`, stroked(palette.line, 1.5)),
        drawnText('What is counted', smallStrong, { x: margin, y: y + 26, fill: palette.ink }),
        paragraph(counted, small, { x: margin, y: y + 46, leading: 19, fill: palette.soft }),
        ...grades.map(({ grade, band }, index) => {
          const x = margin + 336 + index * 107;
          const [fill, text] = chips[grade];
          return [
            box(x, y + 16, 30, 26, 8, filled(fill)),
            word(grade, x + 15, y + 34.5, 15, text),
            drawnText(band, { face: 'text', size: 12 }, { x, y: y + 60, fill: palette.soft }),
          ].join('');
        }),
      ].join('');
    },
  };
}

/** SVG of {@link pageSize} with all text as paths. @throws {Error} if the text does not fit on the page */
export function drawnPage(proTip: ProTip, grades: GradeMode): string {
  const page = proTipPages[proTip];
  const blocks = [dialogue(page), tips(page), foot(page, grades)];
  const bottom = 44;
  const free = pageSize.height - headHeight - bottom - blocks.reduce((sum, { height }) => sum + height, 0);
  const gap = free / blocks.length;
  if (gap < 14)
    throw new Error(`The page ${proTip} is too full: ${Math.round(gap)} of room between its parts.`);
  let y = headHeight;
  const drawn = blocks.map(({ height, draw }) => {
    const block = draw(y + gap);
    y += gap + height;
    return block;
  });
  const { width, height } = pageSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shape(`M0 0H${width}V${height}H0z`, filled(palette.paper))}${head(proTip, page)}${drawn.join('')}</svg>`;
}
