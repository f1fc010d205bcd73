import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for the tests of a file. */
export function scratchFolder(): {
  readonly folder: string
  readonly write: (name: string, bytes: Uint8Array) => string
} {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-comics-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    write(name, bytes) {
      const path = join(folder, name)
      writeFileSync(path, bytes)
      return path
    },
  }
}
