export { ScoreboardPage } from './scoreboard-page.tsx';
