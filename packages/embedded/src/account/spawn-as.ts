import type { Account } from './server-account.ts'

/** Options to spawn a program of PostgreSQL: as the account, and with nothing of this process's environment. */
export function spawnAs(account: Account | undefined) {
  return {
    cwd: '/',
    // PGDATA, PGOPTIONS, LC_ALL and their kind would change what the server does.
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    // spawn takes ids as 32-bit integers with a sign, stat gives them without.
    ...(account && { uid: account.uid | 0, gid: account.gid | 0 }),
  } as const
}
