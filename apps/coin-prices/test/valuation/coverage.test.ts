import { expect, test } from 'vitest'
import { valueCoin } from '../../src/valuation/value-coin.ts'
import { drawMarket, markets, seededRandom } from '../support/drawn-market.ts'

test('over skewed, two-peaked and drifting prices with a fifth of junk, the figures are as good as they claim', () => {
  const random = seededRandom(20_260_301)
  const errors: number[] = []
  let held = 0
  for (let coin = 0; coin < 2_000; coin++) {
    const { truthCents, points, today } = drawMarket(markets[coin % markets.length]!, random)
    const { lowCents, fairCents, highCents } = valueCoin(points, { today })
    errors.push(Math.abs(fairCents! - truthCents) / truthCents)
    if (lowCents! <= truthCents && truthCents <= highCents!) held++
  }
  errors.sort((a, b) => a - b)
  expect(errors[1_000]).toBeLessThan(0.05)
  expect(held / 2_000).toBeGreaterThan(0.77)
  expect(held / 2_000).toBeLessThan(0.84)
})
