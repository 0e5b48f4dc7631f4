export { ScoreboardPage } from './scoreboard-page.tsx';
export { requestOverview } from './scoreboard-requests.ts';
