import { id, instant, z } from '@pawl/app/api'

export const ofReader = id.optional().openapi({ description: 'with how far this reader has come' })
export const words = z.string().trim().min(1).max(200)

const count = z.number().int()

export const library = z
  .strictObject({
    id: count,
    name: z.string(),
    root: z.string().openapi({ description: 'the folder' }),
    keepYearsApart: z.boolean(),
    keepPublishersApart: z.boolean(),
    watch: z.boolean(),
    rescanEveryMs: count.nullable(),
    nextScanAt: instant.nullable(),
    createdAt: instant,
    series: count,
    issues: count,
    skipped: count,
    scannedAt: instant.nullable(),
  })
  .openapi('ComicLibrary')

export const series = z
  .strictObject({
    id: count,
    libraryId: count,
    libraryName: z.string(),
    name: z.string(),
    nameKey: z.string(),
    year: count.nullable(),
    publisher: z.string().nullable(),
    genres: z.array(z.string()),
    tags: z.array(z.string()),
    ageRating: z.string().nullable(),
    language: z.string().nullable(),
    comicvineId: z.string().nullable(),
    metronId: z.string().nullable(),
    issues: count,
    pages: count,
    coverIssueId: count.nullable(),
    catalogueCover: z.string().nullable(),
    createdAt: instant,
    reading: z.strictObject({ read: count, nextIssueId: count.nullable() }).nullable(),
  })
  .openapi('ComicSeries')

export const progress = z
  .strictObject({
    page: count.openapi({ description: 'the last one that was seen, from 1' }),
    completedAt: instant.nullable(),
    updatedAt: instant,
  })
  .openapi('ReadingProgress')

export const issue = z
  .strictObject({
    id: count,
    libraryId: count,
    seriesId: count,
    seriesName: z.string(),
    fileName: z.string(),
    path: z.string(),
    extension: z.string(),
    size: count,
    contentHash: z.string(),
    hasCover: z.boolean(),
    sortKey: z.string(),
    addedAt: instant,
    format: z.string().nullable(),
    pages: count,
    number: z.string().nullable(),
    lastNumber: z.string().nullable(),
    volume: z.string().nullable(),
    year: count.nullable(),
    title: z.string().nullable(),
    isSpecial: z.boolean(),
    publisher: z.string().nullable(),
    language: z.string().nullable(),
    comicInfo: z.record(z.string(), z.unknown()).nullable(),
    warning: z.strictObject({ code: z.string(), text: z.string() }).nullable(),
    progress: progress.nullable(),
  })
  .openapi('ComicIssue')

export const skipped = z
  .strictObject({ path: z.string(), code: z.string(), reason: z.string(), issueId: count.nullable() })
  .openapi('SkippedFile')
