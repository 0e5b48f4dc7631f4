import { answerTasks } from '../../../platform/answer-tasks.ts';
import { paintedPicture } from '../../../platform/pictures/painted-picture.ts';
import { drawnPage } from './drawn-page.ts';
import type { PageTask } from './page-images.ts';

/** 200 pixels to the inch, which prints well. */
const pixelsPerUnit = 2;

answerTasks<PageTask, Uint8Array>(({ proTip, grades }) =>
  paintedPicture(drawnPage(proTip, grades), pixelsPerUnit),
);
