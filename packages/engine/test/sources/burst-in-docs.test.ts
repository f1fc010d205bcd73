import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const guide = readFileSync(new URL('../../../../docs/sources.md', import.meta.url), 'utf8')
const rows = [...guide.matchAll(/^\| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) s \|$/gm)].map((row) =>
  row.slice(1).map(Number),
)

test('the guide says how many requests of a burst leave at once, and how fast they come back', async () => {
  expect(rows.length).toBeGreaterThan(3)
  for (const [perMinute, burst, atOnce, everyS] of rows) {
    const [found] = await database.sql('select pawl.capacity($1, $2) as at_once, 1 / pawl.refill($2) as every_s', [
      burst,
      perMinute,
    ])
    expect([perMinute, burst, found.at_once, found.every_s]).toEqual([
      perMinute,
      burst,
      atOnce,
      expect.closeTo(everyS!, 3),
    ])
  }
})
