/** A value as JSON carries it: instants are texts. */
export type Wire<T> = unknown extends T
  ? unknown
  : T extends Date
    ? string
    : T extends readonly (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { -readonly [K in keyof T]: Wire<T[K]> }
        : T

/** The same value with the type that JSON.stringify gives it, so that the compiler compares it with the schema of an answer. */
export function wire<T>(value: T): Wire<T> {
  return value as Wire<T>
}
