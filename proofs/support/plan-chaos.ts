export type ChaosAct = 'kill' | 'stop' | 'kill-postgres'

/** An act that falls due when this share of the work is done. */
export type ChaosEvent = { readonly at: number; readonly act: ChaosAct }

/**
 * Spreads acts at random over the work. By progress and not by time: so all of them hit workers that are busy, on a fast
 * machine and on a slow one.
 */
export function planChaos(
  acts: { readonly kills: number; readonly stops: number },
  random: () => number,
): ChaosEvent[] {
  const times = (count: number, act: ChaosAct) => Array.from({ length: count }, () => act)
  const shuffled = [...times(acts.kills, 'kill'), ...times(acts.stops, 'stop')]
    .map((act) => ({ act, order: random() }))
    .sort((a, b) => a.order - b.order)
  // in the first half, so that what a crash of the server left behind has time to come to light
  shuffled.splice(Math.floor(shuffled.length * (0.2 + 0.3 * random())), 0, { act: 'kill-postgres', order: 0 })
  return shuffled.map(({ act }, i) => ({ act, at: (i + 0.2 + 0.8 * random()) / (shuffled.length + 1) }))
}
