import { seededRandom } from '../catalogue/seeded-random.ts'
import type { LibraryFault, LibraryOptions } from './library-options.ts'
import { seriesTitle } from './series-title.ts'
import type { ComicFormat } from './write-archive.ts'

/** A file that is to be written. */
export type PlannedFile = {
  /** From the library's folder, with '/'. */
  readonly path: string
  readonly series: PlannedSeries
  readonly number: number
  readonly year: number
  readonly hasComicInfo: boolean
  readonly format: ComicFormat
  readonly fault?: LibraryFault
}

export type PlannedSeries = {
  readonly index: number
  readonly title: string
  readonly publisher: string
  readonly genre: string
  /** The year of its first folder; one series in ten was begun anew ten years later, in a second folder. */
  readonly year: number
  readonly isRelaunched: boolean
  readonly isUnderPublisher: boolean
}

const publishers = ['Lantern Press', 'Ink & Iron', 'Northlight Comics', 'Paper Moon', 'Blue Anchor', 'Galley House']
const genres = ['Adventure', 'Crime', 'Fantasy', 'Horror', 'Romance', 'Science Fiction']

/** All files of a library, one after another: no list of them is kept. */
export function* planLibrary(options: LibraryOptions): Generator<PlannedFile> {
  const { seed = 1, series, files, faults = [], faultsOfEach = 1 } = options
  const random = seededRandom(seed)
  const plans = Array.from({ length: series }, (_, index) => planSeries(index, random))
  for (let index = 0; index < files; index += 1) {
    const plan = plans[index % series]!
    yield planFile(plan, Math.floor(index / series) + 1, options, random)
  }
  // numbers that no other file has, one series after another
  const next = Math.ceil(files / series) + 1
  for (let index = 0; index < faults.length * faultsOfEach; index += 1) {
    const plan = plans[index % series]!
    const number = next + Math.floor(index / series)
    yield { ...planFile(plan, number, options, random), ...faulty(plan, number, faults[index % faults.length]!) }
  }
}

function planSeries(index: number, random: () => number): PlannedSeries {
  return {
    index,
    title: seriesTitle(index),
    publisher: pick(publishers, random),
    genre: pick(genres, random),
    year: 1975 + Math.floor(random() * 40),
    isRelaunched: random() < 0.1,
    isUnderPublisher: random() < 0.3,
  }
}

function planFile(series: PlannedSeries, number: number, options: LibraryOptions, random: () => number): PlannedFile {
  const { comicInfoPercent = 80, cbrPercent = 3, cb7Percent = 3 } = options
  const year = series.year + (series.isRelaunched && number % 2 === 0 ? 10 : 0)
  const hasComicInfo = random() * 100 < comicInfoPercent
  const draw = random() * 100
  const rar = number % 2 === 0 ? 'rar5' : 'rar4'
  const format = draw < cbrPercent ? rar : draw < cbrPercent + cb7Percent ? '7z' : 'zip'
  const path = `${folderOf(series, year)}/${fileName(series, number, year)}.${extensionOf(format)}`
  return { path, series, number, year, hasComicInfo, format }
}

/** Faults that leave a ComicInfo.xml which can be read. */
const withComicInfo: readonly LibraryFault[] = [
  ...(['no-pages', 'traversal', 'symlink', 'wrong-extension', 'nested-archive', 'image-bomb', 'bad-image'] as const),
  ...(['entity-bomb', 'byte-order-mark', 'bad-enums', 'wrong-encoding'] as const),
]

/** With a name of its own, as a sound file of the same number would have the same. */
function faulty(series: PlannedSeries, number: number, fault: LibraryFault): Partial<PlannedFile> {
  const isRar = fault === 'wrong-extension' || fault === 'encrypted-headers'
  const extension = fault === 'memory-bomb' ? 'cb7' : isRar ? 'cbr' : 'cbz'
  const path = `${folderOf(series, series.year)}/${fileName(series, number, series.year)}.${extension}`
  return { path, year: series.year, fault, hasComicInfo: withComicInfo.includes(fault), format: 'zip' }
}

function folderOf({ title, publisher, isUnderPublisher }: PlannedSeries, year: number): string {
  return `${isUnderPublisher ? `${publisher}/` : ''}${title} (${year})`
}

function fileName({ title, index }: PlannedSeries, number: number, year: number): string {
  const padded = String(number).padStart(3, '0')
  const shapes = [`${title} ${padded} (${year}) (Digital)`, `${title} #${padded} (${year})`, `${title} ${padded}`]
  return shapes[index % shapes.length]!
}

function extensionOf(format: ComicFormat): string {
  return format === 'zip' ? 'cbz' : format === '7z' ? 'cb7' : 'cbr'
}

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)]!
}
