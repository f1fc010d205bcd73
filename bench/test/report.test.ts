import { expect, test } from 'vitest'
import { judge } from '../figures/judge.ts'
import { judgeGrowth } from '../figures/judge-growth.ts'
import { picture } from '../report/picture.ts'
import { figure, table } from '../report/table.ts'

const one = (name: string, value: number) => ({ name, rounds: [{ value, stealPercent: 0, othersPercent: 0 }] })

const compared = judge({
  name: 'drain',
  unit: 'jobs/s',
  ours: one('pawl', 60_000),
  peers: [one('peer <1> & co', 30_000)],
  target: { bound: 'at least', value: 2.5 },
})
const absolute = judge({
  name: 'RSS',
  unit: 'MB',
  ours: one('pawl', 90.25),
  peers: [],
  target: { bound: 'at most', value: 110 },
})
const growth = judgeGrowth(
  'growth of drain, exponent',
  [1_000, 10_000].map((work) => ({ work, cost: work })),
  1.05,
)

test('the table has a line for each result, with its ratio, its target and whether it was met', () => {
  const lines = table([compared, absolute], { judged: true }).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^drain +60,000 jobs\/s +30,000 +peer <1> & co +2\.00 +≥ 2\.5 +MISSED$/)
  expect(lines[2]).toMatch(/^RSS +90\.3 MB +≤ 110 MB +met$/)
})

test('a table of little work says nothing of what is met', () => {
  const lines = table([compared, absolute], { judged: false }).split('\n')
  expect(lines[1]).toMatch(/ +2\.00 +≥ 2\.5$/)
  expect(lines[2]).toMatch(/ +≤ 110 MB$/)
})

test('a figure shows what matters of it', () => {
  expect([1_234_567, 123.4, 12.345, 0.75049, 0].map(figure)).toEqual(['1,234,567', '123', '12.3', '0.75', '0'])
})

test('the picture shows each contender as a bar and the growth as a curve, and is sound XML', () => {
  const svg = picture([compared, absolute, growth])
  expect(svg.match(/<rect [^>]*rx="2"/g)).toHaveLength(2)
  expect(svg).toContain('peer &lt;1&gt; &amp; co')
  expect(svg).toContain('drain: jobs^1.00')
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  const opened = [...svg.matchAll(/<[a-z]+\b(?:[^>]*[^/])?>/g)].length
  expect([...svg.matchAll(/<\/[a-z]+>/g)]).toHaveLength(opened)
})

test('the picture begins with what has the most contenders', () => {
  const crowded = judge({
    name: 'crowded',
    unit: 'jobs/s',
    ours: one('pawl', 2),
    peers: [one('a', 1), one('b', 1)],
    target: { bound: 'at least', value: 1 },
  })
  const svg = picture([compared, crowded])
  expect(svg.indexOf('>crowded<')).toBeLessThan(svg.indexOf('>drain<'))
})

test('ours is the bar that stands out', () => {
  const svg = picture([compared])
  expect(svg).toMatch(/font-weight="600">pawl<\/text>/)
  expect(svg).not.toMatch(/font-weight="600">peer/)
})
