/** A value that JSON cannot carry: it would vanish, become null, or become an empty object. */
export type JsonFault = { readonly path: readonly (string | number)[]; readonly what: string }

/** What is nested deeper is refused by its depth, and what contains itself by JSON.stringify. */
const maxDepth = 600

/**
 * The first value in plain objects and lists that JSON cannot carry. An object with a `toJSON`, or of a class of the user's own, is what
 * JSON.stringify makes of it.
 */
export function jsonFault(value: unknown, depth = 0): JsonFault | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : { path: [], what: String(value) }
    case 'undefined':
      return { path: [], what: 'undefined (leave it out, or use null)' }
    case 'bigint':
      // some give all of them a toJSON
      if ('toJSON' in BigInt.prototype) return undefined
      return { path: [], what: 'a BigInt (use a text)' }
    case 'function':
    case 'symbol':
      return { path: [], what: `a ${typeof value}` }
    case 'object':
      return value === null || depth > maxDepth ? undefined : faultInObject(value, depth)
  }
}

function faultInObject(value: object, depth: number): JsonFault | undefined {
  if (value instanceof Date && Number.isNaN(value.getTime())) return { path: [], what: 'an invalid Date' }
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const fault = jsonFault(value[i], depth + 1)
      if (fault !== undefined) return under(i, fault)
    }
    return undefined
  }
  const prototype = Object.getPrototypeOf(value)
  // of another realm, Object.prototype is another object
  const isPlain = prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
  if (!isPlain) return faultOfClass(value)
  for (const key of Object.keys(value)) {
    const fault = jsonFault((value as Record<string, unknown>)[key], depth + 1)
    if (fault !== undefined) return under(key, fault)
  }
  return undefined
}

/** What JavaScript itself makes and JSON.stringify empties: Map, Set, Promise, Error, typed arrays and their like. */
function faultOfClass(value: object): JsonFault | undefined {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (['Object', 'Number', 'String', 'Boolean'].includes(kind)) return undefined
  return { path: [], what: `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind} (pass plain data)` }
}

function under(key: string | number, { path, what }: JsonFault): JsonFault {
  return { path: [key, ...path], what }
}
