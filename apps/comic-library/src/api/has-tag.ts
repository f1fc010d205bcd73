/** Whether the client has this version already, as its `If-None-Match` says. */
export function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}
