/** How the prices of one coin are spread. */
export const priceKinds = ['even', 'skewed', 'two-peaked', 'drifting'] as const
export type PriceKind = (typeof priceKinds)[number]

export type PriceShape = {
  readonly kind: PriceKind
  /** What the coin is worth at the level 1. */
  readonly baseCents: number
  /** Of a peak: its half-width as a share of its place. */
  readonly width: number
  /** Of the second peak: its place relative to the first, and its share of the sales. */
  readonly peak: { readonly at: number; readonly share: number }
  /** Of the level over a year: its amplitude and its phase. 0 for a market that does not drift. */
  readonly swing: number
  readonly phase: number
}

const yearMs = 365 * 86_400_000

/** From 20 to 10,000 dollars, as often cheap as dear. */
export function drawShape(kind: PriceKind, random: () => number): PriceShape {
  const baseCents = Math.round(2_000 * 500 ** random())
  const width = 0.15 + random() * 0.35
  const peak = { at: 1.15 + random() * 0.35, share: 0.15 + random() * 0.25 }
  const swing = kind === 'drifting' ? 0.02 + random() * 0.04 : 0
  return { kind, baseCents, width, peak, swing, phase: random() * 2 * Math.PI }
}

/** What prices of this day are multiples of. */
export function levelCents({ baseCents, swing, phase }: PriceShape, at: number): number {
  return baseCents * (1 + swing * Math.sin((2 * Math.PI * at) / yearMs + phase))
}

/** A price as a multiple of the level. */
export function drawFactor({ kind, width, peak }: PriceShape, random: () => number): number {
  if (kind === 'skewed') return Math.exp((width / 2) * (-Math.log(1 - random()) - Math.LN2))
  const noise = random() + random() - 1
  if (kind !== 'two-peaked') return 1 + width * noise
  return (random() < peak.share ? peak.at : 1) * (1 + (width / 2) * noise)
}

/** The median of `drawFactor`, exactly. */
export function medianFactor({ kind, width, peak }: PriceShape): number {
  if (kind !== 'two-peaked') return 1
  const below = (value: number, at: number) => shareBelow((value / at - 1) / (width / 2))
  let low = 1 - width
  let high = peak.at * (1 + width)
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    const share = (1 - peak.share) * below(middle, 1) + peak.share * below(middle, peak.at)
    if (share < 0.5) low = middle
    else high = middle
  }
  return low
}

/** How often the sum of two even numbers from -0.5 to 0.5 is below `noise`. */
function shareBelow(noise: number): number {
  if (noise <= -1) return 0
  if (noise >= 1) return 1
  return noise < 0 ? (1 + noise) ** 2 / 2 : 1 - (1 - noise) ** 2 / 2
}
