export { ChangeLine, ComparedWith } from './change-line.tsx';
export { comparedScope } from './compared-scope.ts';
