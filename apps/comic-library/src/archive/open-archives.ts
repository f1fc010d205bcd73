import { availableParallelism } from 'node:os'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveFacts, ArchiveWarningCode } from './archive-facts.ts'
import { defaultArchiveLimits } from './archive-limits.ts'
import type { Archives, ArchivesOptions, Page } from './archives.ts'
import { ReaderPool } from './reader-pool.ts'

const idleMs = 30_000

/**
 * Reads archives in child processes.
 *
 * @example
 * ```ts
 * const archives = openArchives({ processes: 2 })
 * const { pages, coverPage, warning } = await archives.inspect('/comics/Saga/Saga 001.cbz')
 * await archives.close()
 * ```
 */
export function openArchives({ processes, limits, timeoutMs = 60_000 }: ArchivesOptions = {}): Archives {
  const pool = new ReaderPool({
    processes: processes ?? Math.min(8, availableParallelism()),
    limits: { ...defaultArchiveLimits, ...limits },
    timeoutMs,
    idleMs,
  })
  return {
    inspect: (path) => pool.run({ kind: 'inspect', path }).catch(asFacts) as Promise<ArchiveFacts>,
    page: (path, entry) => pool.run({ kind: 'page', path, entry }).then(asPage),
    thumbnail: (path, entry, options) => pool.run({ kind: 'thumbnail', path, entry, options }).then(asBuffer),
    shrink: (bytes, options) => pool.run({ kind: 'shrink', bytes, options }).then(asBuffer),
    close: () => pool.close(),
  }
}

/** The process that read the file could not say what is wrong with it: it hung, or it is no more. */
function asFacts(error: unknown): ArchiveFacts {
  if (!(error instanceof ArchiveError)) throw error
  return { format: 'unknown', pages: [], warning: { code: error.code as ArchiveWarningCode, text: error.message } }
}

function asPage(value: unknown): Page {
  const { bytes, type } = value as { bytes: Uint8Array; type: string }
  return { bytes: asBuffer(bytes), type }
}

function asBuffer(value: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = value as Uint8Array
  return Buffer.from(buffer, byteOffset, byteLength)
}
