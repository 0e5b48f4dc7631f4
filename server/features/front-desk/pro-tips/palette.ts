export const palette = {
  ink: '#2b1220',
  soft: '#655a63',
  paper: '#ffffff',
  cream: '#fff8f3',
  line: '#eadfe4',
  night: '#6e0036',
  deep: '#960049',
  magenta: '#b8005c',
  bright: '#e33b92',
  pink: '#f8b3d4',
  blush: '#ffe9f3',
  amber: '#ffbf5e',
} as const;
