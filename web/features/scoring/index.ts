export { DeskPage } from './desk-page.tsx';
export { RubricPage } from './rubric-page.tsx';
export { ScoringPage } from './scoring-page.tsx';
