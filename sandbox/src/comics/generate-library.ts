import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { drawCovers } from './draw-covers.ts'
import type { GeneratedFile, GeneratedLibrary, LibraryOptions } from './library-options.ts'
import { type PlannedFile, planLibrary } from './plan-library.ts'
import { seriesTitle } from './series-title.ts'
import { writeComic } from './write-comic.ts'
import { writeFaulty } from './write-faulty.ts'

/** More than these look alike anyway, and a large one takes a tenth of a second. */
const mostCovers = 24
const writers = 8
const progressEvery = 100

/**
 * Writes a library of comics: drawn covers, some files without ComicInfo.xml, some with faults. What is there already with the
 * right size stays as it is, so that a scan sees no change.
 *
 * @example
 * ```ts
 * await generateLibrary('/tmp/comics', { series: 12, files: 60, faults: ['corrupt', 'bomb'] })
 * ```
 */
export async function generateLibrary(folder: string, options: LibraryOptions): Promise<GeneratedLibrary> {
  const { series, seed = 1, pages = 1, page = { width: 60, height: 90 }, onProgress } = options
  const titles = Array.from({ length: Math.min(series, mostCovers) }, (_, index) => seriesTitle(index))
  const covers = await drawCovers({ ...page, titles })
  const folders = new Set<string>()
  const faulty: GeneratedFile[] = []
  const plan = planLibrary(options)
  let files = 0
  // one plan, several hands: each takes the next file when it is done with one
  const hand = async (): Promise<void> => {
    for (const file of plan) {
      const cover = covers[file.series.index % covers.length]!
      const path = join(folder, file.path)
      await makeFolder(dirname(path), folders)
      await write(
        path,
        file.fault === undefined ? writeComic(file, cover, pages) : writeFaulty(file, file.fault, cover, seed),
      )
      if (file.fault !== undefined) faulty.push(asGenerated(file))
      files += 1
      if (files % progressEvery === 0) onProgress?.(files)
    }
  }
  await Promise.all(Array.from({ length: writers }, hand))
  faulty.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { folder, files, series, faulty }
}

async function makeFolder(folder: string, known: Set<string>): Promise<void> {
  if (known.has(folder)) return
  await mkdir(folder, { recursive: true })
  known.add(folder)
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  )
  if (size !== bytes.length) await writeFile(path, bytes)
}

function asGenerated({ path, series, number, hasComicInfo, fault }: PlannedFile): GeneratedFile {
  return { path, series: series.title, number: String(number), hasComicInfo, ...(fault && { fault }) }
}
