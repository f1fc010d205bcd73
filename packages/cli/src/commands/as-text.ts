/** A value of a job as people read it: a text as it is, everything else as JSON. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return clean(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

/** An error of the ledger: its name, message and stack. */
export function errorText(error: unknown): string | null {
  if (error === null || typeof error !== 'object') return asText(error)
  const { name, message, stack } = error as Readonly<Record<string, unknown>>
  if (typeof message !== 'string') return asText(error)
  return clean(typeof stack === 'string' ? stack : `${String(name)}: ${message}`)
}

/** Line breaks stay; escape sequences would do something to the terminal. */
function clean(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, ' ')
}
