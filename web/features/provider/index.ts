export { ProviderDesk } from './provider-desk.tsx';
