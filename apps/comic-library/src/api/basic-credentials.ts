/** Name and password out of an `Authorization: Basic` header; undefined when it is none. */
export function basicCredentials(
  header: string | undefined,
): { readonly name: string; readonly password: string } | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]{1,2000})$/i.exec(header?.trim() ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon === -1 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}
