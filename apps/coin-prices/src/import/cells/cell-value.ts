import type { RefusalReason } from '../refusal.ts'

/** What a cell says, or why it cannot be read. */
export type CellValue<T> = { readonly value: T } | { readonly reason: RefusalReason; readonly expected: string }
