import { instant, z } from '@pawl/app/api'

export const address = z.string().min(1).max(4_096).openapi({ example: 'https://mangadex.org/title/…' })

export const chapter = z
  .strictObject({
    id: z.number().int(),
    seriesId: z.number().int(),
    seriesTitle: z.string(),
    number: z.string().nullable().openapi({ description: 'a decimal; null for a one-shot' }),
    lastNumber: z.string().nullable(),
    volume: z.string().nullable(),
    title: z.string().nullable(),
    publishedAt: instant.nullable(),
    detectedAt: instant,
    sources: z.array(z.strictObject({ source: z.string(), url: z.string() })),
    languages: z.array(z.string()),
  })
  .openapi('Chapter')

export const series = z
  .strictObject({
    id: z.number().int(),
    title: z.string(),
    latestChapter: z.string().nullable(),
    lastChapterAt: instant.nullable(),
    createdAt: instant,
    sources: z.array(
      z.strictObject({
        id: z.number().int(),
        source: z.string(),
        sourceId: z.string(),
        url: z.string(),
        tier: z.enum(['HOT', 'WARM', 'COLD']),
        nextCheckAt: instant,
        lastCheckedAt: instant.nullable(),
        lastSuccessAt: instant.nullable(),
        failureCount: z.number().int(),
        lastError: z.string().nullable(),
        closedUntil: instant.nullable(),
        pausedAt: instant.nullable(),
      }),
    ),
  })
  .openapi('Series')

export const libraryEntry = z
  .strictObject({
    seriesId: z.number().int(),
    title: z.string(),
    latestChapter: z.string().nullable(),
    lastChapterAt: instant.nullable(),
    notify: z.boolean(),
    readThrough: z.string().nullable(),
    addedAt: instant,
    unread: z.number().int(),
  })
  .openapi('LibraryEntry')

export const target = z
  .strictObject({
    id: z.number().int(),
    url: z.string().openapi({ description: 'the host and the end of the address: the whole of it is a secret' }),
    createdAt: instant,
    endedAt: instant.nullable(),
  })
  .openapi('DeliveryTarget')
