import { Hono } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import type { CoinMarket } from '../market/coin-market.ts'
import { coinFacts, recordsOf } from './pcgs-bodies.ts'
import { type Selected, selectByCertificate, selectByGrade } from './select-coin.ts'

const most = 500

/** The Public API of PCGS. Apart from an empty request, it states every failure in a body of status 200. */
export function pcgsRoutes(market: CoinMarket): Hono<ServiceEnv> {
  const facts = (selected: Selected) =>
    typeof selected === 'string' ? failure(selected) : Response.json({ ...success, ...coinFacts(market, selected) })
  const records = (selected: Selected, count: number) =>
    typeof selected === 'string'
      ? failure(selected)
      : Response.json({ ...success, ...recordsOf(market, selected, count) })
  return new Hono<ServiceEnv>()
    .get('/coindetail/GetCoinFactsByGrade', (c) => facts(selectByGrade(market, c.req.query())))
    .get('/coindetail/GetCoinFactsByCertNo/:certificate', (c) =>
      facts(selectByCertificate(market, c.req.param('certificate'))),
    )
    .get('/coindetail/GetCoinFactsByBarcode', (c) => {
      const { barcode = '', gradingService = '' } = c.req.query()
      if (barcode === '') return failure('empty')
      // the certificate number ends the barcode of a holder
      return facts(gradingService === 'PCGS' ? selectByCertificate(market, barcode.slice(-8)) : 'unknown')
    })
    .get('/coindetail/GetAPRByCertNo/:certificate', (c) =>
      records(selectByCertificate(market, c.req.param('certificate')), most),
    )
    .get('/coindetail/GetAPRByGrade', (c) => {
      const count = Number(c.req.query('NumberOfRecords') ?? 100)
      if (!Number.isInteger(count) || count < 1) return failure('invalid')
      return records(selectByGrade(market, c.req.query()), Math.min(count, most))
    })
    .all('*', () => new Response(null, { status: 404 }))
}

const success = { IsValidRequest: true, ServerMessage: 'Request successful' }

function failure(kind: 'empty' | 'invalid' | 'unknown'): Response {
  if (kind === 'empty') return new Response(null, { status: 204 })
  const isValid = kind === 'unknown'
  return Response.json({
    IsValidRequest: isValid,
    ServerMessage: isValid ? 'No data found' : 'Invalid request parameters',
  })
}
