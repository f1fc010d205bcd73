import { stat } from 'node:fs/promises'
import type { Account } from './server-account.ts'

/** Who owns a file, or undefined when there is none. */
export async function ownerOf(file: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(file)
    return { uid, gid }
  } catch {
    return undefined
  }
}
