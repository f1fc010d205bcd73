import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type PhaseContext, phase, type Tx } from 'pawl'
import { isStillThere } from '../scan/is-still-there.ts'
import { libraryOf } from '../scan/library-of.ts'
import { refuseEmpty } from '../scan/refuse-empty.ts'
import type { ScanParts } from '../scan/scan-parts.ts'
import { findKnownFiles, putSkipped, removeSkipped, type SkippedPath, writeFates } from '../tables/found-files.ts'
import { readKnownPaths } from '../tables/known-paths.ts'
import type { Library } from '../tables/libraries.ts'
import { addToScan, openScan, tellFound } from '../tables/scans.ts'
import { checkRoot, checkSameRoot, type RootMark } from '../walk/check-root.ts'
import { contentHash, type HashedFile } from '../walk/content-hash.ts'
import { decideFates } from '../walk/decide-fates.ts'
import { Differ } from '../walk/differ.ts'
import type { Difference } from '../walk/difference.ts'
import type { FileFate, Sighting } from '../walk/file-fate.ts'
import { walkFolder } from '../walk/walk-folder.ts'

/** A page of the walk ends after this time: it is one transaction, and others wait for its locks. */
const sliceMs = 500

type Walk = {
  readonly run: number
  readonly differ: Differ
  readonly mark: RootMark
  /** Where it stands. */
  place: string | null
  /** Where it stood a page ago, and what it had met by then: that page may be asked for again. */
  before: { readonly place: string | null; readonly found: number }
}
type Row = Difference & { readonly root: string }
type Seen = HashedFile | { readonly gone: true } | { readonly unreadable: true } | undefined

/** Walks the folder beside what is on record of it, and writes down what differs. */
export function discovery({ settings, readFolder }: ScanParts) {
  // where the walk stands in this process. Another process begins anew, and finds what is still otherwise
  let walk: Walk | undefined

  const beginWalk = async (tx: Tx, library: Library, after: string | null, context: PhaseContext): Promise<Walk> => {
    const { run, subject, signal } = context
    const mark = await checkRoot(library.root)
    if (after === null) {
      await openScan(tx, run, subject)
      await refuseEmpty(tx, library, context, readFolder)
    }
    const known = walk?.run === run && walk.before.place === after ? walk.before.found : 0
    const entries = walkFolder(library.root, { after: after ?? undefined, signal, readFolder })
    const found = after === null ? 0 : known
    return { run, differ: new Differ(entries, after ?? '', found), mark, place: after, before: { place: after, found } }
  }

  return phase<Row, Seen>('discovery', {
    async undone(tx, subject, { after, limit }, context) {
      const library = await libraryOf(tx, subject)
      const { run } = context
      if (after === null || walk?.run !== run || walk.place !== after)
        walk = await beginWalk(tx, library, after, context)
      const { differ, mark } = walk
      walk.before = { place: after, found: differ.found }
      const until = performance.now() + sliceMs
      const foundUntil = differ.found + settings.batch.discovery
      const isLate = () => differ.found >= foundUntil || performance.now() > until
      const read = (from: string) => readKnownPaths(tx, subject, from)
      const page = await differ.next(read, limit - 1, isLate)
      await tellFound(tx, run, differ.found, page.ended)
      if (page.ended) await checkSameRoot(library.root, mark)
      if (page.ended && page.differences.length === 0) return []
      walk.place = page.after
      return { rows: page.differences.map((each) => ({ ...each, root: library.root })), after: page.after }
    },
    key: ({ kind, path }) => `${kind}:${path.length < 400 ? path : createHash('sha256').update(path).digest('hex')}`,
    work: (row) => (row.kind === 'found' ? hashOf(join(row.root, row.path)) : undefined),
    async write(tx, rows, { subject, run }) {
      const sightings = rows.flatMap(({ row, result }) => sightingOf(row, result))
      const known = sightings.length === 0 ? [] : await findKnownFiles(tx, subject, sightings)
      const there = new Set<number>()
      for (const file of known) {
        if (!file.isOrphaned && (await isStillThere(rows[0]!.row.root, file))) there.add(file.id)
      }
      const fates = decideFates(sightings, known, (id) => there.has(id))
      await writeFates(tx, subject, fates)
      await removeSkipped(tx, subject, pathsOf(rows, 'unskip'))
      await putSkipped(
        tx,
        subject,
        rows.flatMap(({ row, result }) => skippedOf(row, result)),
      )
      const counted = countFates(fates)
      await addToScan(tx, run, counted)
      return { new: counted.filesNew }
    },
    // one more than the paths of a page, as one path can differ in two ways
    batch: settings.batch.discovery + 1,
    parallel: settings.parallel.hash,
    // once more for what came behind the walk; somebody may be writing to the folder for as long as we look
    passes: 2,
    label: 'Discovering files',
    unit: 'found',
  })
}

async function hashOf(path: string): Promise<Seen> {
  try {
    return await contentHash(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? { gone: true } : { unreadable: true }
  }
}

function sightingOf(row: Difference, seen: Seen): Sighting[] {
  if (row.kind === 'gone') return [{ kind: 'gone', path: row.path }]
  if (row.kind !== 'found' || seen === undefined || 'unreadable' in seen) return []
  return 'gone' in seen ? [{ kind: 'gone', path: row.path }] : [{ kind: 'found', path: row.path, ...seen }]
}

function skippedOf(row: Difference, seen: Seen): SkippedPath[] {
  if (row.kind === 'skip') return [row]
  const isUnreadable = row.kind === 'found' && seen !== undefined && 'unreadable' in seen
  return isUnreadable ? [{ path: row.path, reason: 'file-unreadable' }] : []
}

function pathsOf(rows: readonly { readonly row: Difference }[], kind: Difference['kind']): string[] {
  return rows.flatMap(({ row }) => (row.kind === kind ? [row.path] : []))
}

function countFates(fates: readonly FileFate[]) {
  const of = (kind: FileFate['kind']) => fates.filter((fate) => fate.kind === kind).length
  return {
    filesNew: of('insert'),
    filesChanged: of('change'),
    filesMoved: of('move'),
    filesTouched: of('touch'),
    filesOrphaned: of('orphan'),
  }
}
