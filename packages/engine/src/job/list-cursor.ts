import { show } from '../check-options.ts'
import { PawlError } from '../errors.ts'

/**
 * Where a list of jobs goes on: below this place, and along lanes below this attempt. Numbers of 64 bits, so texts. The caller
 * sees one opaque text.
 */
export type ListCursor = { readonly place: string; readonly xid: string | null; readonly position: string | null }

export function encodeCursor({ place, xid, position }: ListCursor): string {
  return Buffer.from(xid === null ? place : `${place}.${xid}.${position}`).toString('base64url')
}

export function decodeCursor(where: string, text: string): ListCursor {
  const parts = typeof text === 'string' && /^(\d{1,19})(?:\.(\d{1,19})\.(\d{1,19}))?$/.exec(decode(text))
  if (!parts) {
    throw new PawlError('invalid-cursor', `${where}: after must be the \`next\` of the page before; got ${show(text)}`)
  }
  return { place: parts[1]!, xid: parts[2] ?? null, position: parts[3] ?? null }
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString('latin1')
}
