/** Every way in which a file of the generated library can be wrong. */
export const libraryFaults = [
  'corrupt',
  'truncated',
  'encrypted',
  'encrypted-headers',
  'empty-file',
  'empty-archive',
  'no-pages',
  'bomb',
  'memory-bomb',
  'too-many-entries',
  'traversal',
  'symlink',
  'wrong-extension',
  'not-an-archive',
  'nested-archive',
  'image-bomb',
  'bad-image',
  'entity-bomb',
  'bad-xml',
  'byte-order-mark',
  'bad-enums',
  'wrong-encoding',
] as const

export type LibraryFault = (typeof libraryFaults)[number]

export type LibraryOptions = {
  /** How many series, and how many files in all. */
  readonly series: number
  readonly files: number
  /** Same seed, same bytes. 1 when left out. */
  readonly seed?: number
  /** Which faults there are, one file each and beside `files`; several of each with `faultsOfEach`. None when left out. */
  readonly faults?: readonly LibraryFault[]
  readonly faultsOfEach?: number
  /** Size of a page in pixels: 60 × 90 when left out; a real one has 1600 × 2400. */
  readonly page?: { readonly width: number; readonly height: number }
  /** How many pages a file has. 1 when left out. */
  readonly pages?: number
  /** Of 100 files, how many have a ComicInfo.xml. 80 when left out. */
  readonly comicInfoPercent?: number
  /** Of 100 files, how many are cbr, and how many cb7. 3 each when left out. */
  readonly cbrPercent?: number
  readonly cb7Percent?: number
  /** Called with the number of files that are there, now and then. */
  readonly onProgress?: (files: number) => void
}

/** A file that was generated, and what a scan should find in it. */
export type GeneratedFile = {
  /** From the library's folder, with '/'. */
  readonly path: string
  /** The name of its series, as it is in the ComicInfo.xml or else in the folder's name. */
  readonly series: string
  readonly number: string
  /** One that can be read. */
  readonly hasComicInfo: boolean
  readonly fault?: LibraryFault
}

export type GeneratedLibrary = {
  readonly folder: string
  /** Those with faults included. */
  readonly files: number
  readonly series: number
  /** Those with a fault only: all others can be told by their names. */
  readonly faulty: readonly GeneratedFile[]
}
