import type { Runner } from '../runner.ts'
import { asText } from './as-text.ts'
import { hasMethods } from './has-methods.ts'

type TransactionClient = {
  $queryRawUnsafe(text: string, ...values: unknown[]): Promise<{ ids: string }[]>
}

/** The `tx` of an interactive `prisma.$transaction`: a client that can query and cannot connect. */
export function prismaRunner(tx: unknown): Runner | undefined {
  if (!hasMethods(tx, '$queryRawUnsafe') || hasMethods(tx, '$connect')) return undefined
  const client = tx as unknown as TransactionClient
  return {
    onlyIds: true,
    async run(statement, values = []) {
      const query = asText(statement, values)
      return client.$queryRawUnsafe(query.text, ...query.values)
    },
  }
}
