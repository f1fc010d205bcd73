import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

export type TemporaryFolder = {
  readonly path: string
  /** Writes a file and the folders that lead to it. A time that never comes twice, unless one is given. */
  write(path: string, content: string | Uint8Array, atMs?: number): void
  move(from: string, to: string): void
  remove(path: string): void
}

let clock = Date.UTC(2020, 0, 1)

function nextTime(): number {
  clock += 1_000
  return clock
}

/** A folder of its own for one test file. */
export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'comics-')))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    write(file, content, atMs = nextTime()) {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), content)
      utimesSync(join(path, file), atMs / 1_000, atMs / 1_000)
    },
    move(from, to) {
      mkdirSync(dirname(join(path, to)), { recursive: true })
      renameSync(join(path, from), join(path, to))
    },
    remove: (file) => rmSync(join(path, file), { recursive: true, force: true }),
  }
}
