import { PawlError } from '../errors.ts'
import { asStrictJson, tooDeep, unstorableIn } from './as-json.ts'

/**
 * A value that was to be kept and cannot be. No retry can mend it: the attempt fails for good.
 *
 * @example
 * ```ts
 * pawl.on('job.settle', ({ id, error }) => {
 *   if (error instanceof InvalidResultError) console.log(`${id} returned what cannot be kept: ${error.message}`)
 * })
 * ```
 */
export class InvalidResultError extends PawlError {}

/** A value as it is kept, or undefined for undefined. `what` begins the message if it cannot be kept. */
export function encodeValue(what: string, value: unknown, maxBytes: number): string | undefined {
  if (value === undefined) return undefined
  const json = asStrictJson(value)
  if (json.fault !== undefined) throw invalid(what, `${at(json.path)}${json.fault}`)
  const bytes = Buffer.byteLength(json.text)
  if (bytes > maxBytes) {
    throw new InvalidResultError(
      'result-too-large',
      `${what} has ${bytes} bytes, its limit is ${maxBytes}. Store the data and return what finds it, or raise maxResultBytes.`,
    )
  }
  const fault = unstorableIn(json.text) ?? tooDeep(json.text)
  if (fault !== undefined) throw invalid(what, fault)
  return json.text
}

function at(path: readonly (string | number)[]): string {
  return path.length === 0 ? '' : `at ${path.join('.')}: `
}

function invalid(what: string, fault: string): InvalidResultError {
  return new InvalidResultError('invalid-result', `${what} cannot be kept: ${fault}. Return plain data, or nothing.`)
}

/**
 * What a handler returned, as it is kept. Only data is: what a driver or a library hands out (the result of a query, a
 * response) is an object of its own class, comes back from many a one-line handler, and was not meant to be kept.
 */
export function encodeResult(type: string, value: unknown, maxBytes: number): string | undefined {
  return isData(value) ? encodeValue(`the result of '${type}'`, value, maxBytes) : undefined
}

function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return true
  const prototype = Object.getPrototypeOf(value)
  // an object without a prototype, or with one that has none itself: that is Object.prototype, of whichever realm
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
