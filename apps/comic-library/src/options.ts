import { isAbsolute } from 'node:path'
import { PawlError } from 'pawl'
import { z } from 'zod'
import type { ArchiveLimits } from './archive/archive-limits.ts'
import type { CoverCatalogue } from './covers/cover-catalogue.ts'

const dayMs = 24 * 60 * 60_000
const ms = z.number().int().positive().max(2_147_483_647)
const count = z.number().int().positive()
const rows = count.max(10_000)

const library = z.strictObject({
  /** An absolute path. */
  folder: z.string().refine(isAbsolute, 'must be an absolute path'),
  /** That of its folder when left out. */
  name: z.string().min(1).optional(),
  /** Keeps years and ComicInfo volumes of one name apart: 'Batman (2011)' and 'Batman (2016)' are two series then. */
  keepYearsApart: z.boolean().default(false),
  /** Keeps publishers of one name apart, as they are written: 'DC' and 'DC Comics' are two then. */
  keepPublishersApart: z.boolean().default(false),
  /** Scans when something changes in the folder. */
  watch: z.boolean().default(false),
  /** Scans so often; null: only when somebody asks. */
  rescanEveryMs: ms.nullable().default(dayMs),
})

const schema = z.strictObject({
  /** Libraries that are there from the first start, and are scanned then. More are added by `pawl comics add`. */
  libraries: z.array(library).default([]),
  covers: z
    .strictObject({
      /** In pixels. */
      width: count.max(4_000).default(320),
      format: z.enum(['webp', 'jpeg']).default('jpeg'),
      /** Finds covers of series elsewhere; they go before all others. */
      catalogue: z
        .custom<CoverCatalogue>((value) => typeof (value as Partial<CoverCatalogue>)?.find === 'function')
        .optional(),
    })
    .prefault({}),
  /** Where covers are kept. */
  cacheFolder: z.string().min(1).default('.pawl/comic-library'),
  parallel: z
    .strictObject({
      hash: count.max(64).default(8),
      metadata: count.max(64).default(8),
      covers: count.max(64).default(6),
    })
    .prefault({}),
  /** Rows in one transaction, by phase. Progress is renewed every 100 rows, or with each batch that has more. */
  batch: z
    .strictObject({
      discovery: rows.default(100),
      metadata: rows.default(100),
      series: rows.default(100),
      linking: rows.default(100),
      covers: rows.default(20),
    })
    .prefault({}),
  /** How many processes read archives; as many as there are cores, at most 8, when left out. */
  processes: count.max(64).optional(),
  /** A file that takes longer to read is given up. */
  readTimeoutMs: ms.default(60_000),
  limits: z.custom<Partial<ArchiveLimits>>((value) => typeof value === 'object' && value !== null).optional(),
  watching: z
    .strictObject({
      /** A scan begins when nothing has changed for so long. */
      quietMs: ms.default(5_000),
      /** So often folders are looked at that the system cannot watch. */
      pollMs: ms.default(5 * 60_000),
    })
    .prefault({}),
  rescan: z
    .strictObject({
      /** How often the schedule looks for libraries that are due. */
      everyMs: z.number().int().min(50).default(60_000),
    })
    .prefault({}),
  /** Where readers reach this server: for the addresses of feeds. Where a request came in when left out. */
  publicUrl: z.url().optional(),
})

/** What `comicLibrary` takes. All of it can be left out. */
export type ComicLibraryOptions = z.input<typeof schema>

/** The same with every default filled in. */
export type ComicLibrarySettings = z.output<typeof schema>

/** Checks the options once and fills in what was left out. */
export function comicLibrarySettings(options: ComicLibraryOptions = {}): ComicLibrarySettings {
  const read = schema.safeParse(options)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new PawlError('invalid-option', `comicLibrary(): ${faults.join('; ')}`, { cause: read.error })
}
