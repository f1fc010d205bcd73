/** What stands for itself in a path whether it is escaped or not (RFC 3986). */
const unreserved = /[A-Za-z0-9\-._~]/

/**
 * A pattern in the one way to write it, so that it can be compared: UTF-8 outside of ASCII as escapes, escapes in upper case, and
 * none where none is needed. `*` and `$` are left as they are.
 */
export function normalisePath(text: string): string {
  return normaliseEscapes(text.replace(/[^\x21-\x7e]+/g, bytesOf))
}

export function normaliseEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (escaped, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16))
    return unreserved.test(character) ? character : escaped.toUpperCase()
  })
}

/** As `encodeURIComponent`, which throws for half of a pair. */
function bytesOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
