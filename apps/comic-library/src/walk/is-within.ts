import path from 'node:path'

/** Whether a folder is another one or in it. A file that is in two libraries would be two issues. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep)
}
