import { ProblemError } from '../problems/problem-error.ts'

type Schema<T> = {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } }
}

/**
 * A value that was typed, checked by a schema of zod. Throws what the schema expected and what came.
 *
 * @example
 * ```ts
 * const upTo9 = { safeParse: (value: unknown) => ({ success: true, data: Number(value) }) as const }
 * console.log(readValue(upTo9, '7')) // 7
 * ```
 */
export function readValue<T>(schema: Schema<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new ProblemError(400, 'invalid-value', `${read.error.issues[0]?.message}; got '${String(value)}'`)
}
