export interface Brand {
  name: string;
  trade: string;
  mark: 'wren' | 'kite' | 'plover';
  ink: string;
  main: string;
  accent: string;
  tint: string;
  paper: string;
  sun: string;
  site: string;
}

export const brands = {
  dental: {
    name: 'Silverwren',
    trade: 'Dental',
    mark: 'wren',
    ink: '#11303a',
    main: '#17656b',
    accent: '#e4572e',
    tint: '#cfe6e4',
    paper: '#fbf6ec',
    sun: '#ffc65c',
    site: 'silverwren.example',
  },
  orthodontics: {
    name: 'Copper Kite',
    trade: 'Orthodontics',
    mark: 'kite',
    ink: '#241a45',
    main: '#43359b',
    accent: '#c9561c',
    tint: '#dcdcfb',
    paper: '#fff8f0',
    sun: '#ffcf5a',
    site: 'copperkite.example',
  },
  homeServices: {
    name: 'Plover & Pine',
    trade: 'Home Services',
    mark: 'plover',
    ink: '#14342a',
    main: '#1d6247',
    accent: '#c8441f',
    tint: '#d5e8d6',
    paper: '#fbf3e2',
    sun: '#ffb638',
    site: 'ploverandpine.example',
  },
} as const satisfies Record<string, Brand>;
