export { EmptyCard } from '../../ui/empty-card.tsx';
