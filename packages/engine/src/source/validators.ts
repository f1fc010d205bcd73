import type { HeaderReader } from './header-reader.ts'
import { parseHttpDate } from './http-date.ts'

export type Validators = { readonly 'if-none-match'?: string; readonly 'if-modified-since'?: string }

/** The request headers that ask whether the answer with these headers still holds. */
export function validatorsOf(header: HeaderReader, now: number): Validators {
  const [etag, lastModified] = [header('etag')?.trim(), header('last-modified')?.trim()]
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified && parseHttpDate(lastModified, now) !== undefined ? { 'if-modified-since': lastModified } : {}),
  }
}
