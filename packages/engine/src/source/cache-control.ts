/** Names in lower case; a directive without a value has the empty text. */
export type CacheControl = ReadonlyMap<string, string>

const directive = /([^\s,="]+)(?:="((?:[^"\\]|\\.)*)"|=([^\s,]*))?/g

/** The directives of a `Cache-Control` header. Of two with the same name the first counts. */
export function parseCacheControl(text: string | null | undefined): CacheControl {
  const directives = new Map<string, string>()
  for (const [, name, quoted, plain] of (text ?? '').matchAll(directive)) {
    const key = name!.toLowerCase()
    if (!directives.has(key)) directives.set(key, quoted ?? plain ?? '')
  }
  return directives
}

/** The seconds of a directive in ms; undefined where it is missing, 0 where it cannot be read: what nobody understands is stale. */
export function directiveMs(control: CacheControl, name: string): number | undefined {
  const value = control.get(name)
  if (value === undefined) return undefined
  return /^\d+$/.test(value) ? Number(value) * 1000 : 0
}
