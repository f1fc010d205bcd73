import { fitExponent } from './fit-exponent.ts'
import type { Point, Result } from './result.ts'

/** How fast a cost grows with the work, against the exponent that is allowed. */
export function judgeGrowth(name: string, curve: readonly Point[], most: number): Result {
  const exponent = fitExponent(curve)
  return {
    name,
    ours: exponent,
    peer: null,
    peerName: null,
    ratio: null,
    target: most,
    bound: 'at most',
    met: exponent <= most,
    unit: '',
    rounds: [],
    all: {},
    curve,
  }
}
