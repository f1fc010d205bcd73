import type { StandardSchemaV1 } from '@standard-schema/spec'

/** A Standard Schema without any library: what valibot, arktype and all others hand to Pawl. */
export function handWrittenSchema<Input, Output = Input>(
  validate: (value: unknown) => StandardSchemaV1.Result<Output> | Promise<StandardSchemaV1.Result<Output>>,
): StandardSchemaV1<Input, Output> {
  return { '~standard': { version: 1, vendor: 'by hand', validate } }
}
