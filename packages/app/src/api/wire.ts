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

/** Says to the compiler what JSON.stringify will do, so that it compares our views with the schemas we publish. */
export function wire<T>(value: T): Wire<T> {
  return value as Wire<T>
}
