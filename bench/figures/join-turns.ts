import type { Figure, Figures } from './judge.ts'

/** Rounds of so many turns each, whose figures are the means of theirs. */
export function joinTurns({ name, rounds }: Figures, turns: number): Figures {
  const joined: Figure[] = []
  for (let from = 0; from < rounds.length; from += turns) {
    const some = rounds.slice(from, from + turns)
    const mean = (of: keyof Figure) => some.reduce((sum, turn) => sum + turn[of], 0) / some.length
    joined.push({ value: mean('value'), stealPercent: mean('stealPercent'), othersPercent: mean('othersPercent') })
  }
  return { name, rounds: joined }
}
