import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { CoverCache } from '../../src/covers/cover-cache.ts'
import type { CataloguedSeries } from '../../src/covers/cover-catalogue.ts'
import { comic } from '../support/plain-archives.ts'
import { scanBench } from '../support/scan-bench.ts'

const bench = scanBench()
const { write, scan, database } = bench

test('each series is asked for once, an image that cannot be decoded is none, and the rest is kept by its content', async () => {
  write('Saga/1.cbz', comic({ series: 'Saga', publisher: 'Image', comicVineSeriesId: '42' }))
  write('Other/1.cbz', comic({}, 'o'))
  write('Third/1.cbz', comic({}, 't'))
  const asked: CataloguedSeries[] = []
  const catalogue = {
    async find(series: CataloguedSeries) {
      asked.push(series)
      return { Saga: Buffer.from('a cover'), Other: Buffer.alloc(0) }[series.name]
    },
  }
  await scan({ catalogue })
  await scan({ catalogue })
  expect(asked.map(({ name }) => name)).toEqual(['Other', 'Saga', 'Third'])
  expect(asked[1]).toMatchObject({ name: 'Saga', publisher: 'Image', comicVineId: '42', year: null })
  const rows = await database.sql('select name, catalogue_cover as key from series order by name')
  expect(rows.map(({ name, key }) => [name, key !== null])).toEqual([
    ['Other', false],
    ['Saga', true],
    ['Third', false],
  ])
  const path = bench.covers.pathOf(CoverCache.keyOf(rows[1].key))
  expect(await readFile(path, 'utf8')).toBe('small a cover')
})
