import type { Platform } from './package-for.ts'

/** The platform of this process. */
export function thisPlatform(): Platform {
  return { platform: process.platform, arch: process.arch, libc: process.platform === 'linux' ? linuxLibc() : 'none' }
}

/** Node reports the glibc it was loaded with; on Alpine and its kind there is none to report. */
function linuxLibc(): 'glibc' | 'musl' {
  const report = process.report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime ? 'glibc' : 'musl'
}
