import { describe, expect, it } from 'vitest'
import { sourceBench } from '../support/source-bench.ts'

const bench = sourceBench()

/** What the service shows, by id: number and version. */
function shown(seriesId: string): Record<string, string> {
  const { chapters } = bench.sandbox
  const there = [...chapters.uploads('mangadex')].filter(
    ({ series, publishAt }) => series.ids.mangadex === seriesId && publishAt <= chapters.now(),
  )
  return Object.fromEntries(there.map(({ id, number, version }) => [id, `${number} v${version}`]))
}

describe('whatever happens between looks', () => {
  it.each([
    ['short', 3, 7],
    ['long', 150, 25],
  ])('all looks at a %s series together know what the service has', async (_kind, chapters, steps) => {
    const source = bench.sources.named('mangadex')!
    const series = bench.sandbox.chapters.addSeries({
      title: `Series of ${chapters}`,
      services: ['mangadex'],
      chapters,
    })
    const id = series.ids.mangadex!
    const known = new Map<string, string>()
    let since: Date | undefined
    for (let round = 0; round < 25; round++) {
      const lookedAt = new Date(bench.sandbox.chapters.now())
      const { releases, isComplete } = (await bench.look(source, id, since))!
      if (isComplete) known.clear()
      for (const { sourceChapterId, number, version } of releases) known.set(sourceChapterId, `${number} v${version}`)
      // a removal shows in a complete look alone
      const there = shown(id)
      for (const [upload, what] of Object.entries(there)) expect(known.get(upload)).toBe(what)
      if (isComplete) expect(Object.fromEntries(known)).toEqual(there)
      since = lookedAt
      for (let step = 0; step < steps; step++) bench.sandbox.chapters.publisher.step()
      bench.sandbox.chapters.advance(45_000 * (round % 4))
    }
  })
})
