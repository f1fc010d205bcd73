import { expect, test } from 'vitest'
import { decideFates } from '../../src/walk/decide-fates.ts'
import type { KnownFile, Sighting } from '../../src/walk/file-fate.ts'

const known = (id: number, path: string, hash: string, isOrphaned = false): KnownFile => ({
  ...{ id, path, hash, isOrphaned, size: 1, mtimeNs: '1' },
})
const found = (path: string, hash: string): Sighting => ({ kind: 'found', path, hash, size: 1, mtimeNs: '2' })
const gone = (path: string): Sighting => ({ kind: 'gone', path })
const fates = (sightings: readonly Sighting[], files: readonly KnownFile[], there: readonly number[] = []) =>
  decideFates(sightings, files, (id) => there.includes(id)).map((fate) => ({
    kind: fate.kind,
    ...('id' in fate ? { id: fate.id } : {}),
    ...('at' in fate ? { path: fate.at.path } : {}),
  }))

test('what nobody knows is new, also when a file with the same content is still there', () => {
  expect(fates([found('b', 'x')], [known(1, 'a', 'x')], [1])).toEqual([{ kind: 'insert', path: 'b' }])
})

test('what is known from a path where it no longer is has moved, whichever of both comes first', () => {
  expect(fates([gone('a'), found('b', 'x')], [known(1, 'a', 'x')])).toEqual([{ kind: 'move', id: 1, path: 'b' }])
  expect(fates([found('b', 'x'), gone('c')], [known(1, 'c', 'x')])).toEqual([{ kind: 'move', id: 1, path: 'b' }])
})

test('of several lost files with one content each comes back once, in the order of paths', () => {
  const lost = [known(2, 'a2', 'x', true), known(1, 'a1', 'x', true)]
  expect(fates([found('b1', 'x'), found('b2', 'x'), found('b3', 'x')], lost)).toEqual([
    { kind: 'move', id: 1, path: 'b1' },
    { kind: 'move', id: 2, path: 'b2' },
    { kind: 'insert', path: 'b3' },
  ])
})

test('numbers that move up by one take their files with them, and the last one is gone', () => {
  const files = [known(1, '1', 'a'), known(2, '2', 'b'), known(3, '3', 'c')]
  expect(fates([gone('1'), found('2', 'a'), found('3', 'b')], files)).toEqual([
    { kind: 'move', id: 1, path: '2' },
    { kind: 'move', id: 2, path: '3' },
    { kind: 'orphan', id: 3 },
  ])
})

test('it does not matter after which sighting a scan was interrupted', () => {
  const files = [known(1, '1', 'a'), known(2, '2', 'b'), known(3, '3', 'c')]
  const sightings = [found('1', 'new'), found('2', 'a'), found('3', 'b'), found('4', 'c')]
  const whole = apply(files, sightings)
  for (let cut = 1; cut < sightings.length; cut++) {
    expect(apply(apply(files, sightings.slice(0, cut)), sightings.slice(cut))).toEqual(whole)
  }
})

test('a file with another time and the same content is only touched', () => {
  expect(fates([found('a', 'x')], [known(1, 'a', 'x')], [1])).toEqual([{ kind: 'touch', id: 1, path: 'a' }])
})

/** What is on record after these sightings. New files get ids by their paths. */
function apply(files: readonly KnownFile[], sightings: readonly Sighting[]): KnownFile[] {
  const after = new Map(files.map((file) => [file.id, file]))
  const isThere = (id: number) => !sightings.some(({ path }) => path === after.get(id)?.path)
  for (const fate of decideFates(sightings, files, isThere)) {
    if (fate.kind === 'orphan') after.set(fate.id, { ...after.get(fate.id)!, isOrphaned: true })
    else {
      const id = fate.kind === 'insert' ? 100 + Number(fate.at.path) : fate.id
      after.set(id, { id, ...fate.at, isOrphaned: false })
    }
  }
  return [...after.values()]
    .map(({ id, path, hash, isOrphaned }) => known(id, path, hash, isOrphaned))
    .sort((a, b) => a.id - b.id)
}
