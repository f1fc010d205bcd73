import type { StandardSchemaV1 } from '@standard-schema/spec'

/** A Standard Schema of our own bodies: each field with a check. */
export function bodySchema<T>(
  fields: { readonly [K in keyof T]-?: (value: unknown) => boolean },
): StandardSchemaV1<T, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'pawl',
      validate(value) {
        const body = (value ?? {}) as Record<string, unknown>
        const bad = Object.entries<(value: unknown) => boolean>(fields).find(([name, fits]) => !fits(body[name]))
        return bad === undefined
          ? { value: value as T }
          : { issues: [{ message: 'is not what a pipeline puts there', path: [bad[0]] }] }
      },
    },
  }
}
