import type { PricedPoint } from '../../src/valuation/valuation.ts'

export const markets = ['even', 'skewed', 'two-peaked', 'drifting'] as const
export type MarketKind = (typeof markets)[number]
type Random = () => number

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const today = '2026-03-01'
const dayBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)

/** The sales of one coin: what it is worth today, and 8 to 57 points, a fifth of them junk of which most is recognised. */
export function drawMarket(kind: MarketKind, random: Random) {
  const fair = Math.exp(Math.log(2_000) + random() * Math.log(500))
  const spread = 0.08 + random() * 0.2
  const drift = kind === 'drifting' ? (random() - 0.5) * 0.6 : 0
  const peak = { at: 1.15 + random() * 0.35, share: 0.2 + random() * 0.25 }
  const draw = () => fair * factorOf(kind, spread, peak, random)
  const points = Array.from({ length: 8 + Math.floor(random() * 50) }, (_, id): PricedPoint => {
    const age = Math.floor(random() * 90)
    const cents = draw() * (1 - (drift * age) / 365)
    const common = { id, priceType: 'sold' as const, day: dayBefore(age), strength: 0.7 + random() * 0.3 }
    if (random() >= 0.2) return { ...common, cents: Math.round(cents) }
    const junk = random() < 0.5 ? fair * (0.05 + random() * 0.5) : fair * (2 + random() * 8)
    return { ...common, cents: Math.round(junk), ...(random() < 0.7 ? { excludedFor: 'copy' } : {}) }
  })
  return { truthCents: kind === 'two-peaked' ? medianOfMany(draw) : fair, points, today }
}

function factorOf(
  kind: MarketKind,
  spread: number,
  peak: { readonly at: number; readonly share: number },
  random: Random,
) {
  if (kind === 'skewed') return Math.exp(spread * normal(random))
  if (kind === 'two-peaked') return (random() < peak.share ? peak.at : 1) * Math.exp((spread / 2) * normal(random))
  return 1 + spread * 0.8 * normal(random)
}

function medianOfMany(draw: () => number): number {
  return Array.from({ length: 2_001 }, draw).sort((a, b) => a - b)[1_000]!
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
