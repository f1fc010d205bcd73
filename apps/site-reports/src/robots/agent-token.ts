/** What counts of a crawler's name, in a file as in its own header, are the letters it begins with: `Foo Bar/1.0` and `Foo2` are `foo`. */
export function agentToken(name: string): string | undefined {
  return /^[a-z_-]+/i.exec(name)?.[0].toLowerCase()
}
