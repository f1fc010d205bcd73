/** An error as the ledger keeps it. */
export type ErrorRecord = {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly class?: string
  readonly stack?: string
}

const maxMessage = 4_000
const maxStack = 8_000

export function errorRecord(error: unknown, errorClass?: string): ErrorRecord {
  const extra = errorClass === undefined ? {} : { class: errorClass }
  if (!(error instanceof Error)) return { name: 'Error', message: clean(String(error), maxMessage), ...extra }
  const code = (error as { code?: unknown }).code
  return {
    name: error.name,
    message: clean(error.message, maxMessage),
    ...(typeof code === 'string' ? { code } : {}),
    ...extra,
    ...(error.stack === undefined ? {} : { stack: clean(error.stack, maxStack) }),
  }
}

/** jsonb refuses NUL, and a stack of a megabyte helps nobody. */
function clean(text: string, max: number): string {
  return text.replaceAll('\u0000', '').slice(0, max)
}
