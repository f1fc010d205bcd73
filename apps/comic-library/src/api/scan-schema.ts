import { instant, z } from '@pawl/app/api'

const count = z.number().int()

export const scanSchema = z
  .strictObject({
    runId: count,
    jobId: z.string().openapi({ description: 'GET /api/jobs/{id}/events tells live when there is more to see' }),
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    error: z.string().nullable(),
    phases: z.array(
      z.strictObject({
        phase: z.enum(['discovery', 'metadata', 'series', 'linking', 'covers']),
        state: z.enum(['waiting', 'running', 'complete']),
        done: count,
        total: count.nullable(),
        failed: count,
        perSecond: z.number().nullable(),
        leftMs: count.nullable(),
        line: z
          .string()
          .openapi({ example: 'Metadata complete: 2,150 files (1,890 from ComicInfo, 260 from folder names)' }),
      }),
    ),
    counts: z.strictObject({
      ...{ filesFound: count, filesNew: count, filesChanged: count, filesMoved: count, filesTouched: count },
      ...{ filesOrphaned: count, fromComicInfo: count, fromFolderNames: count, fromFileNames: count },
      ...{ warnings: count, seriesNew: count, seriesExisting: count },
      ...{ filesLinked: count, seriesLinked: count, filesRemoved: count, coversMade: count, coversFailed: count },
    }),
  })
  .openapi('LibraryScan')
