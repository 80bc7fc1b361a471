/** Names of the seasons from the first on; then they come round again. */
export const seasonNames = [
  'First Lamps',
  'The Long Dusk',
  'Salt Vigil',
  'Bells Under Water',
  'Embers Below',
  'Toll of the Drowned',
  'Moth Season',
  'Winter of Keys',
  'The Quiet Choir',
  'Rust and Honey',
  'Wake of the Ferry',
  'Nine Candles',
] as const
