/** A field of something that was thrown. Its getter may throw in turn, and that must not leave the attempt without an outcome. */
export function readField(thrown: object, name: string): unknown {
  try {
    return (thrown as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}
