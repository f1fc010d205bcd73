import { ProblemError } from '@pawl/app'
import type { Tx } from 'pawl'
import { type Reader, readers } from '../tables/readers.ts'
import { basicCredentials } from './basic-credentials.ts'

/** Whose token is in the address. */
export async function readerByToken(db: Tx, token: string): Promise<Reader> {
  const reader = await readers.findByToken(db, token)
  if (reader === undefined)
    throw new ProblemError(404, 'unknown-feed', 'there is no feed at this address, or no longer')
  return reader
}

/** Who sends their name, and their token as the password. */
export async function readerByPassword(db: Tx, header: string | undefined): Promise<Reader> {
  const given = basicCredentials(header)
  const reader = given && (await readers.findByToken(db, given.password))
  // the token alone would do; a name that is not theirs is a mistake that somebody wants to know of
  if (reader !== undefined && reader.name === given?.name) return reader
  throw new ProblemError(401, 'no-access', 'expected the name of a reader, and their token as the password', {
    headers: { 'WWW-Authenticate': 'Basic realm="Comics", charset="UTF-8"' },
  })
}
