import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PawlError } from 'pawl'

/** The token of this installation, and whether it was made just now. */
export type StoredToken = { readonly token: string; readonly isNew: boolean; readonly file: string }

/**
 * Reads the token of a data folder, or makes one at the first start. Only its owner may read the file. Of several processes that
 * start at once one makes it and the others read it: it comes into being whole.
 *
 * @example
 * ```ts
 * const { token, isNew } = storedToken('.pawl')
 * if (isNew) console.log(`log in with ${loginLink('http://127.0.0.1:8787', token)}`)
 * ```
 */
export function storedToken(folder: string): StoredToken {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'token')
  const fresh = randomBytes(32).toString('base64url')
  if (make(file, `${fresh}\n`)) return { token: fresh, isNew: true, file }
  // a copy or a backup may have opened it to others
  chmodSync(file, 0o600)
  const token = readFileSync(file, 'utf8').trim()
  if (token !== '') return { token, isNew: false, file }
  throw new PawlError('empty-token', `the file ${file} holds no token; remove it, and the next start makes one`)
}

/** False: it is there already. A link gives the name to one process only, and to a file that is whole. */
function make(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}
