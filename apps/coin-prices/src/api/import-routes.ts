import type { AppRouteServices } from '@pawl/app'
import { bodyId, createRoute, json, jsonBody, newRoutes, problems, z } from '@pawl/app/api'
import type { Refusal } from '../import/refusal.ts'
import { currencyDigits } from '../money/currency-digits.ts'
import { collectors, firstCollector } from '../tables/collectors.ts'
import { importCoinFile } from './import-file.ts'

/** More refused rows are counted, and not listed. */
const mostListed = 1_000

const body = z.strictObject({
  csv: z.string().min(1).openapi({ description: 'the text of the file' }),
  reader: bodyId.optional().openapi({ description: 'the collector. Default: 1' }),
  currency: z
    .string()
    .refine((code) => currencyDigits(code) !== undefined, 'expected a currency code, as in USD')
    .optional()
    .openapi({ description: 'of amounts whose currency the file does not state. Default: they are refused' }),
  status: z.enum(['owned', 'watched']).optional().openapi({ description: 'of rows that state none. Default: owned' }),
  preset: z.enum(['numista', 'opennumismat', 'none']).optional(),
  dateOrder: z.enum(['day-month', 'month-day']).optional(),
  columns: z
    .record(z.string(), z.union([z.string(), z.number().int(), z.null()]))
    .optional()
    .openapi({ description: 'columns by name or number, by field; null for none' }),
  isTrial: z.boolean().optional().openapi({ description: 'nothing is added' }),
})

const report = z.strictObject({
  ...{ rows: z.number().int(), added: z.number().int(), known: z.number().int(), refused: z.number().int() },
  preset: z.string().nullable(),
  unusedColumns: z.array(z.string()),
  refusals: z.array(
    z.strictObject({
      ...{ row: z.number().int(), column: z.string().nullable(), reason: z.string() },
      ...{ expected: z.string(), got: z.string() },
    }),
  ),
})

const add = createRoute({
  ...{ method: 'post', path: '/imports', tags: ['coin-prices: coins'] },
  summary: 'Add the coins of a CSV file; the same file twice adds nothing',
  request: jsonBody(body),
  responses: { 200: json(report, 'What was added and refused'), ...problems(400, 403, 404, 413, 415) },
})

/** Adds the coins of a file. It needs a token of the server. */
export function importRoutes({ db }: AppRouteServices) {
  const routes = newRoutes()
  routes.openapi(add, async (c) => {
    const { csv, reader = firstCollector.id, ...options } = c.req.valid('json')
    const { id: collector } = await collectors.get(db, reader)
    const refusals: Refusal[] = []
    const file = {
      bytes: bytesOf(csv),
      onRefused: (given: readonly Refusal[]) => refusals.push(...given.slice(0, mostListed - refusals.length)),
    }
    const { plan, ...counts } = await importCoinFile({ db }, file, { ...options, collector })
    const columns = { preset: plan?.preset ?? null, unusedColumns: [...(plan?.unused ?? [])] }
    return c.json({ ...counts, ...columns, refusals }, 200)
  })
  return routes
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
