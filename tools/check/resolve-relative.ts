import { posix } from 'node:path'

/** The path from the root that a relative import of `file` means, or undefined for a package or a Node module. */
export function resolveRelative(file: string, specifier: string): string | undefined {
  if (!/^\.{1,2}(\/|$)/.test(specifier)) return undefined
  return posix.join(posix.dirname(file), specifier)
}
