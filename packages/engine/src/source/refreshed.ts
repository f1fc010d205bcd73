type HeaderRecord = Readonly<Record<string, string>>

/** They belong to one connection, or to one client. */
const neverKept = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'set-cookie',
]

/** They describe the body that is kept, and a 304 has none. */
const ofTheBody = ['content-length', 'content-encoding', 'content-type', 'content-range']

/** They say how old the answer was when it came, and count for no later one. */
const ofTheMoment = ['age', 'date']

/** The headers of an answer that are kept with it, their names in lower case. */
export function keptHeaders(headers: HeaderRecord): HeaderRecord {
  const lower = lowerCased(headers)
  const named = (lower.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  return without(lower, [...neverKept, ...named])
}

/**
 * What is kept after a 304: its headers replace those of the same name. Undefined when it speaks of another version than the
 * one that is kept, which must then be fetched anew.
 */
export function refreshed(stored: HeaderRecord, notModified: HeaderRecord): HeaderRecord | undefined {
  const [old, fresh] = [lowerCased(stored), keptHeaders(notModified)]
  if (old.etag !== undefined && fresh.etag !== undefined && opaque(old.etag) !== opaque(fresh.etag)) return undefined
  return { ...without(old, ofTheMoment), ...without(fresh, ofTheBody) }
}

/** A tag without the mark of a weak one. */
function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}

function lowerCased(headers: HeaderRecord): HeaderRecord {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function without(headers: HeaderRecord, names: readonly string[]): HeaderRecord {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}
