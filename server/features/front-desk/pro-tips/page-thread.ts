import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import { answerTasks } from '../../../platform/answer-tasks.ts';
import { paintedPicture } from '../../../platform/pictures/painted-picture.ts';
import { drawnPage } from './drawn-page.ts';

/** Pixels of the image per unit of the page: 200 to the inch, which prints well. */
const pixelsPerUnit = 2;

answerTasks<ProTip, Uint8Array>((proTip) => paintedPicture(drawnPage(proTip), pixelsPerUnit));
