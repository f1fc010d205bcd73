import { z } from 'zod'

const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'a number of a chapter is a decimal text, as in 45.5')

const release = z.object({
  chapterTitle: z.string().nullable(),
  chapterUrl: z.string().min(1),
  /** An instant as in ISO 8601. */
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
  /** The source's own id; null where it has none: then the chapter has one release at this source, known by its number. */
  sourceChapterId: z.string().min(1).nullable(),
  volumeNumber: decimal.nullable(),
  scanlationGroup: z.string().nullable(),
  language: z.string().nullable(),
  /** The last number of one that covers several. */
  lastNumber: decimal.nullable().default(null),
  isExternal: z.boolean().default(false),
  version: z.number().int().positive().default(1),
})

/** A chapter at a source: its release, and the other releases of the same number that the same poll found. */
export const ingestBody = release
  .extend({
    seriesId: z.number().int().positive(),
    seriesSourceId: z.number().int().positive(),
    /** A decimal, as text; null for a one-shot. */
    chapterNumber: decimal.nullable(),
    otherReleases: z.array(release).default([]),
  })
  .refine(({ chapterNumber, sourceChapterId, otherReleases }) => {
    return (
      chapterNumber !== null || [sourceChapterId, ...otherReleases.map((other) => other.sourceChapterId)].every(Boolean)
    )
  }, 'a chapter needs a chapterNumber or a sourceChapterId: both are null')

export type IngestBody = z.output<typeof ingestBody>
export type ReleaseBody = z.output<typeof release>
