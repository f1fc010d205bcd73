import { existsSync, readFileSync } from 'node:fs'
import type { Account } from '../../src/account/server-account.ts'

/** An account of this machine by its name. */
export function accountNamed(name: string): Account | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:.*$`, 'm'))
  const [, , uid, gid] = line?.[0].split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
