import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import { answerTasks } from '../../../platform/answer-tasks.ts';
import { paintedPicture } from '../../../platform/pictures/painted-picture.ts';
import { drawnPage } from './drawn-page.ts';

/** 200 pixels to the inch, which prints well. */
const pixelsPerUnit = 2;

answerTasks<ProTip, Uint8Array>((proTip) => paintedPicture(drawnPage(proTip), pixelsPerUnit));
