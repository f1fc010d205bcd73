import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { generateLibrary, libraryFaults } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawl-library-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options = {
  series: 12,
  files: 40,
  faults: libraryFaults,
  cbrPercent: 20,
  cb7Percent: 20,
  page: { width: 20, height: 30 },
}

function contents(library: string): ReadonlyMap<string, string> {
  const paths = readdirSync(library, { recursive: true, encoding: 'utf8' }).sort()
  const files = paths.filter((path) => statSync(join(library, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(library, path), 'base64')]))
}

describe('a generated library', () => {
  test('the same seed gives the same bytes, another seed other ones', async () => {
    const [first, second, other] = ['first', 'second', 'other'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const made = await generateLibrary(first, options)
    await generateLibrary(second, options)
    await generateLibrary(other, { ...options, seed: 2 })
    expect(contents(second)).toEqual(contents(first))
    expect([...contents(other).keys()]).not.toEqual([...contents(first).keys()])
    expect(contents(first).size).toBe(made.files)
    expect(made.files).toBe(options.files + libraryFaults.length)
  })

  test('every fault is there, each file has bytes of its own, and all formats occur', async () => {
    const library = join(folder, 'first')
    const { faulty } = await generateLibrary(library, options)
    expect(new Set(faulty.map(({ fault }) => fault))).toEqual(new Set(libraryFaults))
    const files = contents(library)
    expect(new Set(files.values()).size).toBe(files.size)
    const extensions = new Set([...files.keys()].map((path) => path.slice(-3)))
    expect(extensions).toEqual(new Set(['cbz', 'cbr', 'cb7']))
  })

  test('what is there already is not written again', async () => {
    const library = join(folder, 'again')
    await generateLibrary(library, { series: 2, files: 4 })
    const times = () =>
      [...contents(library).keys()].map((path) => statSync(join(library, path), { bigint: true }).mtimeNs)
    const before = times()
    await generateLibrary(library, { series: 2, files: 4 })
    expect(times()).toEqual(before)
  })
})
