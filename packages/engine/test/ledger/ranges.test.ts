import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()

/** Positions as a claim finds them: in order within a transaction, in any order between transactions. */
async function asRanges(transactions: readonly (readonly number[])[]): Promise<{ made: string; right: string }> {
  const positions = transactions.flat()
  const xids = transactions.flatMap((each, i) => each.map(() => String(i + 3)))
  const [row] = await database.sql(
    `select pawl.as_ranges((select min(p) from unnest($1::bigint[]) p), (select max(p) from unnest($1::bigint[]) p), $1::bigint[], $2::xid8[])::text as made,
            (select range_agg(int8range(p, p, '[]'))::text from unnest($1::bigint[]) p) as right`,
    [positions, xids],
  )
  return row
}

async function asRangesInOrder(positions: readonly number[]): Promise<string> {
  const [row] = await database.sql('select pawl.as_ranges($1, $2, $3::bigint[])::text as made', [
    positions[0],
    positions.at(-1),
    positions,
  ])
  return row.made
}

function run(first: number, length: number, step = 1): number[] {
  return Array.from({ length }, (_, i) => first + i * step)
}

test.each([
  ['one run', [run(500, 600)]],
  ['one run out of many transactions', run(7, 50).map((pos) => [pos])],
  ['two runs', [run(500, 500), run(5_000, 100)]],
  ['more runs than are looked for by halves', Array.from({ length: 30 }, (_, i) => run(i * 100, 3))],
  ['every second one', [run(1, 300, 2)]],
  ['transactions whose positions lie in each other', [run(2, 50, 3), run(1, 50, 3), run(3, 50, 3)]],
  ['a later transaction with earlier positions', [run(900, 10), run(100, 10), run(500, 1)]],
  ['positions that would pass for a run by their number', [[5], [9], [7], [20], [30]]],
])('positions become ranges: %s', async (_, transactions) => {
  const { made, right } = await asRanges(transactions)
  expect(made).toBe(right)
  const sorted = transactions.flat().sort((a, b) => a - b)
  expect(await asRangesInOrder(sorted)).toBe(right)
})

test('outcomes among positions are found, in few pieces and in many', async () => {
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'cancelled' from generate_series(10, 8000, 10) pos`,
  )
  const settledAmong = async (ranges: string) => {
    const [row] = await database.sql(`select pawl.settled_among($1::int8multirange)::int[] as found`, [ranges])
    return row.found as number[]
  }
  const pieces = (count: number, step: number) =>
    `{${Array.from({ length: count }, (_, i) => `[${i * step + 5},${i * step + 15})`).join(',')}}`
  expect(await settledAmong('{[1,10)}')).toEqual([])
  expect(await settledAmong('{[1,11),[95,105),[4000,4001)}')).toEqual([10, 100, 4_000])
  const own = Array.from({ length: 20 }, (_, i) => i * 40 + 10)
  expect(await settledAmong(pieces(20, 40))).toEqual(expect.arrayContaining(own))
  // too many lie between these to read them all
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'cancelled' from generate_series(8001, 12000) pos`,
  )
  expect(await settledAmong(`{${pieces(20, 40).slice(1, -1)},[11999,12001)}`)).toEqual([...own, 11_999, 12_000])
})
