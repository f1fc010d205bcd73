import type { Account } from './server-account.ts'

/** The account `nobody` as /etc/passwd has it. macOS writes it as -2, which is 4294967294 to chown. */
export function nobody(passwd: string): Account {
  const [, , uid, gid] = passwd.match(/^nobody:.*$/m)?.[0].split(':') ?? []
  return { uid: (uid ? Number(uid) : 65534) >>> 0, gid: (gid ? Number(gid) : 65534) >>> 0 }
}
