/** A value in force, and where it comes from: a flag, a variable of the environment, the configuration file, or nowhere. */
export type Setting<T> = {
  readonly value: T
  readonly from: string
}
