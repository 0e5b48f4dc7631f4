export { type PersonScore, scoreCall } from './score-call.ts';
export {
  hasScoreOrId,
  isScored,
  scoreColumns,
  scoreValueOf,
  type ScoreSource,
  scoreSources,
} from './score-columns.ts';
export { settleScores } from './settle-scores.ts';
