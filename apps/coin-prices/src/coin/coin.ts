import type { Grade } from './grade.ts'

/** Numbers by which catalogues know a coin type. */
export type CatalogueNumbers = {
  readonly pcgs?: string | undefined
  readonly numista?: string | undefined
  readonly km?: string | undefined
}

/** What identifies a coin on a market. Everything that is not known is undefined; nothing is guessed. */
export type Coin = {
  readonly issuer?: string | undefined
  readonly denomination?: string | undefined
  readonly year?: number | undefined
  /** As struck: S, CC. Empty: struck without one. */
  readonly mintMark?: string | undefined
  readonly series?: string | undefined
  readonly title?: string | undefined
  readonly grade?: Grade | undefined
  readonly certificate?: string | undefined
  readonly catalogue?: CatalogueNumbers | undefined
}
