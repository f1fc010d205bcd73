/** Libraries are recognised by what their objects can do: Pawl imports none of them, and two copies of one may be installed. */
export function hasMethods<M extends string>(
  value: unknown,
  ...names: M[]
): value is { [name in M]: (...args: unknown[]) => unknown } {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
}
